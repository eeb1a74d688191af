package dev.gatewright.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gatewright.types.ChatCompletion;
import dev.gatewright.types.ChatCompletionChoice;
import dev.gatewright.types.ChatCompletionChunk;
import dev.gatewright.types.ChatCompletionChunkChoice;
import dev.gatewright.types.ChatCompletionMessage;
import dev.gatewright.types.ChatUsage;
import java.util.List;
import java.util.Map;

/** Adds up the chunks of a chat completion to the object that an unstreamed one has. */
public final class ChatCollector implements Collector<ChatCompletionChunk, ChatCompletion> {
  private final StringBuilder content = new StringBuilder();
  private final StringBuilder reasoning = new StringBuilder();
  private ChatCompletionChunk first;
  private String finishReason;
  private ChatUsage usage;

  /** Without a chunk yet. */
  public ChatCollector() {}

  /** Other services send choices without a delta. */
  @Override
  public JsonNode complete(JsonNode chunk) {
    for (JsonNode choice : chunk.path("choices")) {
      if (!(choice instanceof ObjectNode object)) return NullNode.getInstance();
      if (!object.hasNonNull("delta")) object.putObject("delta");
    }
    return chunk;
  }

  @Override
  public void add(ChatCompletionChunk chunk) {
    if (first == null) first = chunk;
    if (chunk.usage() != null) usage = chunk.usage();
    for (ChatCompletionChunkChoice choice : chunk.choices()) {
      append(content, choice.delta().content());
      append(reasoning, choice.delta().reasoningContent());
      if (choice.finishReason() != null) finishReason = choice.finishReason();
    }
  }

  @Override
  public ChatCompletion answer() {
    if (first == null || finishReason == null) return null;
    String thoughts = reasoning.isEmpty() ? null : reasoning.toString();
    ChatCompletionMessage message =
        new ChatCompletionMessage("assistant", content.toString(), thoughts, Map.of());
    ChatCompletionChoice choice = new ChatCompletionChoice(0, message, finishReason, Map.of());
    return new ChatCompletion(
        first.id(), "chat.completion", first.created(), first.model(), List.of(choice), usage, Map.of());
  }

  private static void append(StringBuilder text, String more) {
    if (more != null) text.append(more);
  }
}
