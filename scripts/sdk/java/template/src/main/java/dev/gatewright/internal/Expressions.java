package dev.gatewright.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatewright.errors.EstimateException;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Evaluates the expressions of the contract, which the generator has parsed, for a request. */
final class Expressions {
  /** Beyond it, not every integer is a JSON number. */
  private static final long LARGEST_INTEGER = 1L << 53;

  private static final int LONGEST_QUOTE = 100;

  private final JsonNode request;

  Expressions(JsonNode request) {
    this.request = request;
  }

  /** Evaluates a condition. */
  boolean isTrue(JsonNode tree) {
    return (Boolean) evaluate(tree);
  }

  /** Evaluates an integer. */
  long integer(JsonNode tree) {
    return (Long) evaluate(tree);
  }

  /** Reads a member that is a text. */
  String text(String field) {
    return (String) read("text", field, request.path(field));
  }

  /** A literal, or an operation with operands that have the types that they must have. */
  private Object evaluate(JsonNode tree) {
    if (!tree.isArray()) return tree.isNumber() ? (Object) tree.longValue() : tree.isBoolean() ? tree.booleanValue() : tree.textValue();
    String operation = tree.get(0).textValue();
    return switch (operation) {
      case "int", "text", "flag", "length" -> read(operation, pathOf(tree), find(tree));
      case "has" -> isPresent(find(tree));
      case "!" -> !isTrue(tree.get(1));
      case "&&" -> isTrue(tree.get(1)) && isTrue(tree.get(2));
      case "||" -> isTrue(tree.get(1)) || isTrue(tree.get(2));
      case "?:" -> evaluate(tree.get(isTrue(tree.get(1)) ? 2 : 3));
      case "==" -> evaluate(tree.get(1)).equals(evaluate(tree.get(2)));
      case "<" -> integer(tree.get(1)) < integer(tree.get(2));
      default -> calculate(operation, integer(tree.get(1)), integer(tree.get(2)));
    };
  }

  private static long calculate(String operation, long left, long right) {
    try {
      long result =
          switch (operation) {
            case "+" -> Math.addExact(left, right);
            case "-" -> Math.subtractExact(left, right);
            case "*" -> Math.multiplyExact(left, right);
            case "/" -> left / right;
            default -> left % right;
          };
      if (Math.abs(result) <= LARGEST_INTEGER) return result;
    } catch (ArithmeticException impossible) {
      // A division by zero, or an overflow.
    }
    throw new EstimateException(left + " " + operation + " " + right + " cannot be calculated.");
  }

  /** The member that an operation names; a missing node when it is absent. */
  private JsonNode find(JsonNode tree) {
    JsonNode value = request;
    for (int index = 1; index < tree.size(); index++) value = value.path(tree.get(index).textValue());
    return value;
  }

  private static String pathOf(JsonNode tree) {
    return IntStream.range(1, tree.size())
        .mapToObj(index -> tree.get(index).textValue())
        .collect(Collectors.joining("."));
  }

  private static Object read(String kind, String name, JsonNode value) {
    Optional<Object> found =
        switch (kind) {
          case "int" -> Optional.of(value).filter(Expressions::isInteger).map(JsonNode::longValue);
          case "text" -> Optional.of(value).filter(JsonNode::isTextual).map(JsonNode::textValue);
          case "flag" -> Optional.of(value).filter(JsonNode::isBoolean).map(JsonNode::booleanValue);
          default -> Optional.of(value).filter(JsonNode::isArray).map(list -> (long) list.size());
        };
    String wanted =
        switch (kind) {
          case "int" -> "an integer";
          case "text" -> "a string";
          case "flag" -> "true or false";
          default -> "a list";
        };
    return found.orElseThrow(
        () -> new EstimateException(name + " must be " + wanted + "; got " + quote(value) + "."));
  }

  private static boolean isInteger(JsonNode value) {
    double number = value.isNumber() ? value.doubleValue() : Double.NaN;
    return Math.rint(number) == number && Math.abs(number) <= LARGEST_INTEGER;
  }

  static boolean isPresent(JsonNode value) {
    return !value.isMissingNode() && !value.isNull();
  }

  /** A value for a message. */
  static String quote(JsonNode value) {
    if (!isPresent(value)) return "nothing";
    String text = value.toString();
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }
}
