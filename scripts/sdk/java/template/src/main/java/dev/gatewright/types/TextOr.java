package dev.gatewright.types;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A text, or something else in its place: one of the two is null.
 *
 * @param text the text
 * @param value what is there instead of a text
 * @param <T> the type of what is there instead of a text
 */
public record TextOr<T>(String text, T value) {
  /**
   * A text.
   *
   * @param text the text
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public TextOr(String text) {
    this(text, null);
  }

  /**
   * Something else.
   *
   * @param value what is there instead of a text
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public TextOr(T value) {
    this(null, value);
  }

  /**
   * Returns the one that is there, as JSON has it.
   *
   * @return the text or the value
   */
  @JsonValue
  public Object either() {
    return value == null ? text : value;
  }
}
