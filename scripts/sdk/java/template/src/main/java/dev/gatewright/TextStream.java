package dev.gatewright;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.gatewright.errors.ConnectionException;
import dev.gatewright.internal.Answers;
import dev.gatewright.internal.Collector;
import dev.gatewright.internal.EventReader;
import dev.gatewright.internal.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * An answer as it is written. Its events can be read once, by one thread; {@link #collect} reads those that are left.
 *
 * @param <E> the type of the events
 * @param <A> the type of the whole answer
 */
public final class TextStream<E, A> implements Iterable<E>, AutoCloseable {
  private static final String DONE = "[DONE]";

  private final HttpResponse<InputStream> response;
  private final Class<E> type;
  private final Collector<E, A> collector;
  private final EventReader data;
  private boolean hasEnded;
  private boolean isLeft;

  TextStream(HttpResponse<InputStream> response, Class<E> type, Collector<E, A> collector) {
    this.response = response;
    this.type = type;
    this.collector = collector;
    this.data = new EventReader(response.body());
  }

  /** Gives each event as it arrives. */
  @Override
  public Iterator<E> iterator() {
    return new Events();
  }

  /**
   * Gives each event as it arrives.
   *
   * @return a stream, whose end closes this
   */
  public Stream<E> stream() {
    int ordered = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), ordered), false)
        .onClose(this::close);
  }

  /**
   * Reads the events that are left.
   *
   * @return the whole answer
   * @throws IllegalStateException when this was closed before the answer was complete
   */
  public A collect() {
    while (read() != null) {
      // the collector adds it
    }
    return answer();
  }

  /** Ends the answer early: what was generated up to then is charged. */
  @Override
  public void close() {
    isLeft = isLeft || !hasEnded;
    end();
  }

  private void end() {
    hasEnded = true;
    try {
      response.body().close();
    } catch (IOException failure) {
      // it is closed
    }
  }

  private final class Events implements Iterator<E> {
    private E ahead;

    @Override
    public boolean hasNext() {
      if (ahead == null) ahead = read();
      return ahead != null;
    }

    @Override
    public E next() {
      if (!hasNext()) throw new NoSuchElementException("The answer has ended.");
      E event = ahead;
      ahead = null;
      return event;
    }
  }

  /** The next event; null after the last of a whole answer. */
  private E read() {
    if (hasEnded) return null;
    try {
      E event = readOpen();
      if (event == null) end();
      return event;
    } catch (RuntimeException failure) {
      end();
      throw failure;
    }
  }

  private E readOpen() {
    String text = collector.hasEnded() ? DONE : nextData();
    if (text == null || text.equals(DONE)) {
      answer();
      return null;
    }
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    JsonNode tree = Json.read(body);
    if (tree.hasNonNull("error")) throw Answers.errorOf(response, body);
    try {
      E event = Json.as(collector.complete(tree), type);
      if (event != null) {
        collector.add(event);
        return event;
      }
    } catch (JsonProcessingException failure) {
      // as data that is no JSON
    }
    throw Answers.malformed("An event of the stream violates the contract: " + Answers.begin(text), response);
  }

  private String nextData() {
    try {
      return data.next();
    } catch (IOException failure) {
      // The HTTP client says "closed", and why in the cause.
      throw new ConnectionException(failure.getCause() == null ? failure : failure.getCause());
    }
  }

  private A answer() {
    A answer = collector.answer();
    if (answer == null && isLeft)
      throw new IllegalStateException("The answer was abandoned before it was complete.");
    if (answer == null) throw Answers.malformed("The stream ended before the answer was complete.", response);
    return answer;
  }
}
