package dev.gatewright;

import dev.gatewright.errors.EstimateException;
import dev.gatewright.internal.Estimator;
import java.util.Objects;

/**
 * Tells what image and video requests make and cost, without a network, by the contract of this package. Nothing else is validated: the
 * gateway may still refuse a request, and its prices may have changed.
 */
public final class Estimates {
  private Estimates() {}

  /**
   * Estimates a request.
   *
   * @param request one of the requests, or what Jackson writes as the same JSON, such as a map
   * @return the estimate
   * @throws EstimateException for models, sizes and values that have no price
   */
  public static Estimate of(Object request) {
    return of(request, EstimateOptions.defaults());
  }

  /**
   * Estimates a request.
   *
   * @param request one of the requests, or what Jackson writes as the same JSON, such as a map
   * @param options what is known besides it
   * @return the estimate
   * @throws EstimateException for models, sizes and values that have no price
   */
  public static Estimate of(Object request, EstimateOptions options) {
    Objects.requireNonNull(options, "options");
    return Estimator.estimate(request, options.groupRatio, options.firstReference);
  }
}
