package dev.gatewright;

import java.math.BigDecimal;
import java.util.Objects;

/** What is known besides a request. An instance never changes: each method returns another one. */
public final class EstimateOptions {
  private static final EstimateOptions DEFAULTS = new EstimateOptions(BigDecimal.ONE, null);

  final BigDecimal groupRatio;
  final long[] firstReference;

  private EstimateOptions(BigDecimal groupRatio, long[] firstReference) {
    this.groupRatio = groupRatio;
    this.firstReference = firstReference;
  }

  /**
   * Nothing besides the request.
   *
   * @return the defaults
   */
  public static EstimateOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets the price ratio of the key's group.
   *
   * @param ratio a ratio
   * @return options with it
   */
  public EstimateOptions groupRatio(BigDecimal ratio) {
    return new EstimateOptions(Objects.requireNonNull(ratio, "ratio"), firstReference);
  }

  /**
   * Sets the size of the first reference image, which decides the ratio of the result when the size is {@code auto}.
   *
   * @param width pixels
   * @param height pixels
   * @return options with it
   * @throws IllegalArgumentException for an image without pixels
   */
  public EstimateOptions firstReference(long width, long height) {
    if (width < 1 || height < 1) throw new IllegalArgumentException("An image has at least one pixel.");
    return new EstimateOptions(groupRatio, new long[] {width, height});
  }
}
