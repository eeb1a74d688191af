package dev.gatewright.internal;

import dev.gatewright.types.ResponseObject;
import dev.gatewright.types.ResponseStreamEvent;

/** Keeps the response of the last event about it. */
public final class ResponseCollector implements Collector<ResponseStreamEvent, ResponseObject> {
  private ResponseObject answer;

  /** Without an event yet. */
  public ResponseCollector() {}

  @Override
  public void add(ResponseStreamEvent event) {
    if (event.type() == null) return;
    switch (event.type()) {
      case "response.completed", "response.incomplete", "response.failed" -> answer = event.response();
      default -> {}
    }
  }

  @Override
  public ResponseObject answer() {
    return answer;
  }

  @Override
  public boolean hasEnded() {
    return answer != null;
  }
}
