package dev.gatewright.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.gatewright.errors.EstimateException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Derives the pixels of a result from the size fields of a request. */
final class Sizes {
  private static final Pattern PIXELS = Pattern.compile("([1-9][0-9]{0,6})([^0-9])([1-9][0-9]{0,6})");

  private final JsonNode rules;
  private final Expressions expressions;

  Sizes(JsonNode rules, Expressions expressions) {
    this.rules = rules;
    this.expressions = expressions;
  }

  /** Pixels, and the tier unless the request names the pixels. */
  record Size(long width, long height, String tier) {}

  /** A size as written in a request; the form is empty for anything that is none. */
  private record Written(String form, String value, Size pixels) {
    static Written of(String form, String value) {
      return new Written(form, value, null);
    }
  }

  /** The size of each result. The request as it was sent lacks the defaults; the reference has a width and a height, or is null. */
  Size settle(JsonNode sent, long[] reference) {
    for (JsonNode rule : rules.get("rules"))
      if (!expressions.isTrue(rule.get("rule"))) throw new EstimateException(rule.get("message").textValue());
    String text = expressions.text(textOf("size_field"));
    Written written = readForm(text);
    JsonNode special =
        first(rules.get("cases"), one -> expressions.isTrue(one.get("when"))).orElse(MissingNode.getInstance());
    JsonNode forms = special.isMissingNode() ? rules.get("forms") : special.get("forms");
    if (first(forms, form -> form.textValue().equals(written.form())).isEmpty())
      throw new EstimateException(special.path("message").asText(unsupported(text)));
    if (written.form().equals("pixels")) return allowed(written.pixels());
    JsonNode tier = tier(tierOf(written, special, sent));
    String ratio = written.form().equals("ratio") ? written.value() : autoRatio(tier, reference);
    return first(tier.get("sizes"), cell -> cell.get("ratio").textValue().equals(ratio))
        .map(cell -> new Size(cell.get("width").longValue(), cell.get("height").longValue(), tier.get("name").textValue()))
        .orElseThrow(() -> new EstimateException(unsupported(text)));
  }

  private String tierOf(Written written, JsonNode special, JsonNode sent) {
    if (written.form().equals("tier")) return written.value();
    boolean isOpen = written.form().equals("auto") && !Expressions.isPresent(sent.path(textOf("tier_field")));
    return isOpen && special.has("auto_tier")
        ? special.get("auto_tier").textValue()
        : expressions.text(textOf("tier_field"));
  }

  private Written readForm(String text) {
    if (text.equals("auto")) return Written.of("auto", null);
    Optional<JsonNode> tier = findTier(text);
    if (tier.isPresent()) return Written.of("tier", tier.get().get("name").textValue());
    for (JsonNode separator : rules.get("ratio_separators")) {
      String ratio = text.replaceFirst(Pattern.quote(separator.textValue()), ":");
      if (text.contains(separator.textValue()) && hasRatio(ratio)) return Written.of("ratio", ratio);
    }
    Matcher match = PIXELS.matcher(text);
    JsonNode pixels = rules.get("pixels");
    if (!match.matches()
        || first(pixels.get("separators"), one -> one.textValue().equals(match.group(2))).isEmpty())
      return Written.of("", null);
    Size size = new Size(Long.parseLong(match.group(1)), Long.parseLong(match.group(3)), null);
    boolean isSize = Math.max(size.width(), size.height()) > pixels.get("above").longValue();
    return isSize ? new Written("pixels", null, size) : Written.of("", null);
  }

  private boolean hasRatio(String ratio) {
    Predicate<JsonNode> isWanted = cell -> cell.get("ratio").textValue().equals(ratio);
    return first(rules.get("tiers"), tier -> first(tier.get("sizes"), isWanted).isPresent()).isPresent();
  }

  private Optional<JsonNode> findTier(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return first(
        rules.get("tiers"), tier -> tier.get("name").textValue().toLowerCase(Locale.ROOT).equals(wanted));
  }

  private JsonNode tier(String name) {
    return findTier(name)
        .orElseThrow(
            () -> {
              String names =
                  all(rules.get("tiers")).map(tier -> tier.get("name").textValue()).collect(Collectors.joining(", "));
              return new EstimateException(refused("tier_field", name, names));
            });
  }

  private String unsupported(String text) {
    return refused("size_field", text, textOf("advice"));
  }

  private String refused(String field, String text, String advice) {
    String given = Expressions.quote(TextNode.valueOf(text));
    return textOf(field) + ": " + given + " is not supported; use " + advice + ".";
  }

  private Size allowed(Size size) {
    JsonNode pixels = rules.get("pixels");
    JsonNode low = pixels.at("/ratio/0");
    JsonNode high = pixels.at("/ratio/1");
    boolean isAllowed =
        isWithin(pixels.get("side"), size.width())
            && isWithin(pixels.get("side"), size.height())
            && isWithin(pixels.get("area"), size.width() * size.height())
            && low.get(0).longValue() * size.height() <= size.width() * low.get(1).longValue()
            && size.width() * high.get(1).longValue() <= high.get(0).longValue() * size.height();
    if (isAllowed) return size;
    throw new EstimateException(
        refused("size_field", size.width() + "x" + size.height(), pixels.get("advice").textValue()));
  }

  private static boolean isWithin(JsonNode limits, long value) {
    return limits.get(0).longValue() <= value && value <= limits.get(1).longValue();
  }

  /** The ratio that is nearest to the reference, or else the one of the model. */
  private String autoRatio(JsonNode tier, long[] reference) {
    if (reference == null) return rules.path("auto_ratio").asText(tier.at("/sizes/0/ratio").textValue());
    String best = null;
    double nearest = 0;
    for (JsonNode cell : tier.get("sizes")) {
      String[] terms = cell.get("ratio").textValue().split(":");
      double across = Double.parseDouble(terms[0]) * reference[1];
      double down = Double.parseDouble(terms[1]) * reference[0];
      double distance = Math.max(across, down) / Math.min(across, down);
      if (best == null || distance < nearest) {
        best = cell.get("ratio").textValue();
        nearest = distance;
      }
    }
    return best;
  }

  private String textOf(String name) {
    return rules.get(name).textValue();
  }

  static Optional<JsonNode> first(JsonNode list, Predicate<JsonNode> isWanted) {
    return all(list).filter(isWanted).findFirst();
  }

  private static Stream<JsonNode> all(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
