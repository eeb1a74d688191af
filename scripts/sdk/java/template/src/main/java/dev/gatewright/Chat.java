package dev.gatewright;

import dev.gatewright.internal.ChatCollector;
import dev.gatewright.internal.Paths;
import dev.gatewright.internal.TextCalls;
import dev.gatewright.internal.Transport;
import dev.gatewright.internal.Work;
import dev.gatewright.types.ChatCompletion;
import dev.gatewright.types.ChatCompletionChunk;
import dev.gatewright.types.ChatCompletionRequest;
import java.util.concurrent.CompletableFuture;

/** Makes chat completions. */
public final class Chat {
  private final Transport transport;

  Chat(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns a whole chat completion.
   *
   * @param request a request
   * @return the answer
   */
  public ChatCompletion create(ChatCompletionRequest request) {
    return Work.join(createAsync(request));
  }

  /**
   * Returns a whole chat completion.
   *
   * @param request a request
   * @return the answer, later
   */
  public CompletableFuture<ChatCompletion> createAsync(ChatCompletionRequest request) {
    return transport.call(TextCalls.whole(Paths.CREATE_CHAT_COMPLETION, request), ChatCompletion.class);
  }

  /**
   * Returns a chat completion as it is written, with its usage at the end. Close it.
   *
   * @param request a request
   * @return the stream, once the service has begun to answer
   */
  public TextStream<ChatCompletionChunk, ChatCompletion> stream(ChatCompletionRequest request) {
    return new TextStream<>(
        Work.join(transport.stream(TextCalls.streamedWithUsage(Paths.CREATE_CHAT_COMPLETION, request))),
        ChatCompletionChunk.class,
        new ChatCollector());
  }
}
