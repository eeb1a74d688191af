package dev.gatewright;

import java.math.BigDecimal;

/**
 * What a request makes and costs.
 *
 * @param model the id of the model, however it was spelled
 * @param width pixels; of a layer decomposition, at most
 * @param height pixels; of a layer decomposition, at most
 * @param count images, or layers at most; 1 for a clip
 * @param seconds the length of a clip; null for images
 * @param holdUsd held at submission in US dollars; what is too much is returned when the task has ended
 * @param priceUsd charged in US dollars if everything is made; for a layer decomposition, at most
 */
public record Estimate(
    String model, long width, long height, long count, Long seconds, BigDecimal holdUsd, BigDecimal priceUsd) {}
