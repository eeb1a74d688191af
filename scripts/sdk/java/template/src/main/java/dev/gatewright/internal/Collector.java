package dev.gatewright.internal;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Adds up the events of an answer.
 *
 * @param <E> the type of the events
 * @param <A> the type of the answer
 */
public interface Collector<E, A> {
  /**
   * Adds what an event lacks and its readers expect.
   *
   * @param event an event as it arrived
   * @return the event; null, as JSON, for one that violates the contract
   */
  default JsonNode complete(JsonNode event) {
    return event;
  }

  /**
   * Adds an event.
   *
   * @param event an event
   */
  void add(E event);

  /**
   * Returns the answer.
   *
   * @return the answer; null as long as it is not complete
   */
  A answer();

  /**
   * Whether the last event ends the stream; otherwise a mark does.
   *
   * @return whether there is nothing to wait for
   */
  default boolean hasEnded() {
    return false;
  }
}
