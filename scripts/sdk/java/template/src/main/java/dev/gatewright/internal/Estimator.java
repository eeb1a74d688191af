package dev.gatewright.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gatewright.Estimate;
import dev.gatewright.errors.EstimateException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Estimates requests by what the contract says about their models. */
public final class Estimator {
  private static final int PLACES = 9;
  private static final int MOST_DIGITS = 18;

  private Estimator() {}

  /** What the contract says about each model; the generator has written it. */
  private static final class Contract {
    static final JsonNode MODELS = read();

    private static JsonNode read() {
      try (InputStream file = Estimator.class.getResourceAsStream("estimates.json")) {
        return Json.read(file.readAllBytes());
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  /**
   * Estimates a request.
   *
   * @param request what Jackson writes as a JSON object
   * @param groupRatio the price ratio of the key's group
   * @param reference width and height of the first reference; null when they are not known
   * @return the estimate
   */
  public static Estimate estimate(Object request, BigDecimal groupRatio, long[] reference) {
    ObjectNode sent = asSent(request);
    expectRatio(groupRatio);
    JsonNode model = choose(sent.path("model"));
    ObjectNode bound = model.get("defaults").deepCopy();
    sent.properties().stream()
        .filter(member -> !member.getValue().isNull())
        .forEach(member -> bound.set(member.getKey(), member.getValue()));
    Expressions expressions = new Expressions(bound);
    Sizes.Size size = new Sizes(model.get("sizes"), expressions).settle(sent, reference);
    long count = atLeastOne(model, "count", expressions);
    Long seconds = model.has("seconds") ? (Long) atLeastOne(model, "seconds", expressions) : null;
    BigDecimal unit = rate(model, size).multiply(BigDecimal.valueOf(seconds == null ? 1 : seconds));
    BigDecimal added = surcharge(model, bound);
    long held =
        Sizes.first(model.get("holds"), one -> expressions.isTrue(one.get("when")))
            .map(one -> one.get("images").longValue())
            .orElse(count);
    BigDecimal hold = amount(unit, held, added, groupRatio);
    BigDecimal price = amount(unit, count, added, groupRatio);
    JsonNode layers = model.path("layers");
    boolean isLayered = layers.isObject() && expressions.isTrue(layers.get("when"));
    return new Estimate(
        model.get("id").textValue(),
        size.width(),
        size.height(),
        isLayered ? layers.get("max").longValue() + 1 : count,
        seconds,
        hold,
        isLayered ? hold : price);
  }

  private static ObjectNode asSent(Object request) {
    try {
      if (Json.toTree(request) instanceof ObjectNode sent) return sent;
    } catch (IllegalArgumentException failure) {
      throw new EstimateException("The request cannot be written as JSON: " + failure.getMessage());
    }
    throw new EstimateException("The request is no JSON object.");
  }

  private static void expectRatio(BigDecimal ratio) {
    BigDecimal shortest = ratio.stripTrailingZeros();
    long digits = (long) shortest.precision() - shortest.scale();
    if (ratio.signum() >= 0 && shortest.scale() <= PLACES && digits <= MOST_DIGITS) return;
    throw new EstimateException(
        "A group ratio is a decimal with at most " + MOST_DIGITS + " digits and " + PLACES + " places, not " + ratio + ".");
  }

  private static JsonNode choose(JsonNode name) {
    JsonNode found =
        Sizes.first(
                Contract.MODELS, model -> Sizes.first(model.get("spellings"), name::equals).isPresent())
            .orElseThrow(
                () -> new EstimateException("There is no image or video model " + Expressions.quote(name) + "."));
    if (found.has("unsupported")) throw new EstimateException(found.get("unsupported").textValue());
    return found;
  }

  private static long atLeastOne(JsonNode model, String what, Expressions expressions) {
    long value = expressions.integer(model.get(what));
    if (value >= 1) return value;
    String id = model.get("id").textValue();
    throw new EstimateException(
        "The " + what + " of a request to " + id + " must be 1 or more; got " + value + ".");
  }

  /** The price of one unit: the first that fits. */
  private static BigDecimal rate(JsonNode model, Sizes.Size size) {
    long pixels = size.width() * size.height();
    return Sizes.first(
            model.get("rates"),
            rate ->
                (!rate.has("tier") || rate.get("tier").textValue().equals(size.tier()))
                    && (!rate.has("max_pixels") || pixels <= rate.get("max_pixels").longValue()))
        .map(rate -> new BigDecimal(rate.get("rate").textValue()))
        .orElseThrow(
            () ->
                new EstimateException(
                    model.get("id").textValue() + " has no price for " + size.width() + "x" + size.height() + "."));
  }

  private static BigDecimal surcharge(JsonNode model, JsonNode request) {
    long references = 0;
    for (JsonNode field : model.get("references")) {
      JsonNode list = request.path(field.textValue());
      if (list.isArray()) references += list.size();
    }
    JsonNode surcharge = model.get("surcharge");
    long paid = Math.max(0, references - surcharge.get("free").longValue());
    return new BigDecimal(surcharge.get("rate").textValue()).multiply(BigDecimal.valueOf(paid));
  }

  /** Rounded once, half up to a billionth, in its shortest form. */
  private static BigDecimal amount(BigDecimal unit, long units, BigDecimal added, BigDecimal ratio) {
    BigDecimal exact = unit.multiply(BigDecimal.valueOf(units)).add(added).multiply(ratio);
    BigDecimal rounded = exact.setScale(PLACES, RoundingMode.HALF_UP).stripTrailingZeros();
    return rounded.setScale(Math.max(0, rounded.scale()));
  }
}
