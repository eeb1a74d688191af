package dev.gatewright;

import dev.gatewright.internal.Paths;
import dev.gatewright.internal.ResponseCollector;
import dev.gatewright.internal.TextCalls;
import dev.gatewright.internal.Transport;
import dev.gatewright.internal.Work;
import dev.gatewright.types.ResponseCreateRequest;
import dev.gatewright.types.ResponseObject;
import dev.gatewright.types.ResponseStreamEvent;
import java.util.concurrent.CompletableFuture;

/** Makes responses. */
public final class Responses {
  private final Transport transport;

  Responses(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns a whole response.
   *
   * @param request a request
   * @return the answer
   */
  public ResponseObject create(ResponseCreateRequest request) {
    return Work.join(createAsync(request));
  }

  /**
   * Returns a whole response.
   *
   * @param request a request
   * @return the answer, later
   */
  public CompletableFuture<ResponseObject> createAsync(ResponseCreateRequest request) {
    return transport.call(TextCalls.whole(Paths.CREATE_RESPONSE, request), ResponseObject.class);
  }

  /**
   * Returns a response as it is written. Close it.
   *
   * @param request a request
   * @return the stream, once the service has begun to answer
   */
  public TextStream<ResponseStreamEvent, ResponseObject> stream(ResponseCreateRequest request) {
    return new TextStream<>(
        Work.join(transport.stream(TextCalls.streamed(Paths.CREATE_RESPONSE, request))),
        ResponseStreamEvent.class,
        new ResponseCollector());
  }
}
