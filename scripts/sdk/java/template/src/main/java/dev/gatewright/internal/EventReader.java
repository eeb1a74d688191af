package dev.gatewright.internal;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads server-sent events; comments and fields other than data are skipped. */
public final class EventReader {
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final InputStream source;
  private boolean hasStarted;

  /** The last line ended with CR: a LF after it belongs to that end. */
  private boolean hasEndedByCr;

  /**
   * Of a body.
   *
   * @param source a body
   */
  public EventReader(InputStream source) {
    this.source = new BufferedInputStream(source);
  }

  /**
   * Reads the data of the next event; an event without its blank line does not count.
   *
   * @return the data; null at the end
   * @throws IOException when the connection breaks
   */
  public String next() throws IOException {
    List<String> data = new ArrayList<>();
    for (String line = line(); line != null; line = line()) {
      if (line.isEmpty() && !data.isEmpty()) return String.join("\n", data);
      String[] field = line.split(":", 2);
      if (field[0].equals("data")) data.add(field.length == 1 ? "" : field[1].replaceFirst("^ ", ""));
    }
    return null;
  }

  /** Does not wait for the byte after a CR, which may come much later. */
  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = source.read(); next >= 0; next = source.read()) {
      boolean isRest = next == '\n' && hasEndedByCr;
      hasEndedByCr = next == '\r';
      if (isRest) continue;
      if (next == '\n' || next == '\r') return toText(line);
      line.write(next);
    }
    return null;
  }

  private String toText(ByteArrayOutputStream line) {
    String text = line.toString(StandardCharsets.UTF_8);
    boolean isMarked = !hasStarted && text.startsWith(BYTE_ORDER_MARK);
    hasStarted = true;
    return isMarked ? text.substring(1) : text;
  }
}
