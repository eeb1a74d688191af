package dev.gatewright.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** JSON as the client reads and writes it. */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private Json() {}

  /**
   * A value as JSON.
   *
   * @param value a value
   * @return JSON
   */
  public static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException failure) {
      throw new IllegalArgumentException("The request cannot be written as JSON.", failure);
    }
  }

  /**
   * A value as a tree.
   *
   * @param value a value
   * @return a tree
   */
  public static JsonNode toTree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /**
   * The tree of a body.
   *
   * @param body a body
   * @return its tree; a missing node when it is not JSON
   */
  public static JsonNode read(byte[] body) {
    try {
      return MAPPER.readTree(body);
    } catch (IOException failure) {
      return MissingNode.getInstance();
    }
  }

  /**
   * Why something is not of a type.
   *
   * @param failure what Jackson says
   * @return where it is, and why
   */
  public static String reason(JsonProcessingException failure) {
    String why = failure.getOriginalMessage();
    if (!(failure instanceof JsonMappingException mapping)) return why;
    Stream<String> place =
        mapping.getPath().stream()
            .map(step -> step.getFieldName() == null ? String.valueOf(step.getIndex()) : step.getFieldName());
    return place.collect(Collectors.joining("/")) + ": " + why;
  }

  /**
   * A tree as a value of a type.
   *
   * @param tree a tree
   * @param type a type
   * @return the value
   * @param <T> the type
   * @throws JsonProcessingException when the tree is something else
   */
  public static <T> T as(JsonNode tree, Class<T> type) throws JsonProcessingException {
    return MAPPER.treeToValue(tree, type);
  }
}
