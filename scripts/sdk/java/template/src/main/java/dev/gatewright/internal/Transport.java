package dev.gatewright.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.gatewright.errors.ConnectionException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The HTTP connection to a gateway. */
public final class Transport {
  private static final Pattern UNSAFE = Pattern.compile("[ \"<>\\\\^`{|}]");

  private final String baseUrl;
  private final String apiKey;
  private final int maxRetries;
  private final Duration silence;
  private final HttpClient api;
  private final HttpClient files;

  /**
   * To a gateway.
   *
   * @param baseUrl the address of the gateway, without {@code /v1} or a slash at its end
   * @param apiKey the key
   * @param maxRetries how often a request is repeated
   * @param silence the longest wait for more of a response
   * @param settings settings of the HTTP client
   */
  public Transport(
      String baseUrl, String apiKey, int maxRetries, Duration silence, Consumer<HttpClient.Builder> settings) {
    this.baseUrl = baseUrl;
    this.apiKey = apiKey;
    this.maxRetries = maxRetries;
    this.silence = silence;
    this.api = open(HttpClient.Redirect.NEVER, settings); // the key goes nowhere else
    this.files = open(HttpClient.Redirect.NORMAL, settings);
  }

  private static HttpClient open(HttpClient.Redirect redirects, Consumer<HttpClient.Builder> settings) {
    HttpClient.Builder builder = HttpClient.newBuilder();
    settings.accept(builder);
    return builder.followRedirects(redirects).build();
  }

  /**
   * Sends a request and reads the answer.
   *
   * @param call a request
   * @param type the type of the answer
   * @return the answer
   * @param <T> the type of the answer
   */
  public <T> Work<T> call(Call call, Class<T> type) {
    return Work.map(succeed(call, false), response -> decode(call, response, bytes(response), type));
  }

  /**
   * Sends a request and reads the answer, if there is one.
   *
   * @param call a request
   * @return the answer; a missing node without one
   */
  public Work<JsonNode> request(Call call) {
    return Work.map(
        succeed(call, false),
        response -> {
          byte[] body = bytes(response);
          return body.length == 0 ? MissingNode.getInstance() : decode(call, response, body, JsonNode.class);
        });
  }

  private static <T> T decode(Call call, HttpResponse<?> response, byte[] body, Class<T> type) {
    JsonNode tree = Json.read(body);
    try {
      T answer = tree.isMissingNode() ? null : Json.as(tree, type);
      if (answer != null) return answer;
    } catch (JsonProcessingException failure) {
      // as a body that is no JSON
    }
    throw Answers.malformed(
        call.method() + " " + call.path() + " answered " + response.statusCode()
            + " with a body that violates the contract: " + Answers.begin(new String(body, StandardCharsets.UTF_8)),
        response);
  }

  /**
   * Sends a request and returns its successful response, whose body is still to be read.
   *
   * @param call a request
   * @return the response
   */
  public Work<HttpResponse<InputStream>> stream(Call call) {
    return succeed(call, true);
  }

  /**
   * Fetches a file without the key, because links may lead to other hosts.
   *
   * @param link where the file is, as a service says
   * @return the response, whatever its status
   */
  public Work<HttpResponse<InputStream>> fetchFile(String link) {
    Work<HttpResponse<InputStream>> work = new Work<>();
    try {
      attempt(work, files, start(addressOf(link)).GET().build(), false, 0);
    } catch (IllegalArgumentException failure) {
      IOException cause = new IOException("\"" + link + "\" is not the address of a file.", failure);
      work.completeExceptionally(new ConnectionException(cause));
    }
    return work;
  }

  /**
   * The address of a file; characters that Java takes in no address are encoded, as browsers do.
   *
   * @param link where the file is, as a service says
   * @return the address
   */
  public static URI addressOf(String link) {
    return URI.create(
        UNSAFE.matcher(link).replaceAll(found -> String.format("%%%02X", (int) found.group().charAt(0))));
  }

  /**
   * The body of a response that is there already.
   *
   * @param response a response
   * @return its body
   */
  public static byte[] bytes(HttpResponse<InputStream> response) {
    try (InputStream body = response.body()) {
      return body.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Work<HttpResponse<InputStream>> succeed(Call call, boolean isStreamed) {
    HttpRequest.Builder request = start(URI.create(baseUrl + call.target()));
    request.header("Authorization", "Bearer " + apiKey);
    if (call.idempotencyKey() != null) request.header("Idempotency-Key", call.idempotencyKey());
    if (call.body() == null) request.method(call.method(), BodyPublishers.noBody());
    else
      request
          .header("Content-Type", "application/json")
          .method(call.method(), BodyPublishers.ofByteArray(Json.write(call.body())));
    Work<HttpResponse<InputStream>> work = new Work<>();
    attempt(work, api, request.build(), isStreamed, 0);
    return Work.map(
        work,
        response -> {
          if (isSuccess(response)) return response;
          throw Answers.errorOf(response, bytes(response));
        });
  }

  private HttpRequest.Builder start(URI address) {
    // Without TLS, HTTP/2 would begin with an upgrade, which some services refuse.
    boolean isPlain = "http".equalsIgnoreCase(address.getScheme());
    return HttpRequest.newBuilder(address)
        .version(isPlain ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
        .timeout(silence);
  }

  /**
   * Repeats a request that failed before the first byte of its response, and one that has no second effect also when its response
   * breaks off. Ends with the last response, whatever its status.
   */
  private void attempt(
      Work<HttpResponse<InputStream>> work, HttpClient client, HttpRequest request, boolean isStreamed, int attempt) {
    AtomicBoolean hasBegun = new AtomicBoolean();
    BodyHandler<InputStream> handler =
        begun -> {
          // Two lengths are no response: other HTTP clients refuse its head as a connection that broke.
          hasBegun.set(begun.headers().allValues("Content-Length").stream().distinct().count() < 2);
          return new Silence<>(reader(isStreamed && isSuccess(begun.statusCode())), silence);
        };
    work.then(
        client.sendAsync(request, handler),
        (response, failure) -> {
          boolean isFinal = hasBegun.get() && !isIdempotent(request);
          boolean isOver = failure == null ? isSuccess(response) : isFinal;
          Duration pause = isOver || attempt >= maxRetries ? null : Retries.pause(attempt, response);
          if (pause != null)
            work.then(
                Work.pause(pause), (none, never) -> attempt(work, client, request, isStreamed, attempt + 1));
          else if (failure == null) work.complete(response);
          // A redirection to what is no address is no IOException.
          else
            work.completeExceptionally(
                failure instanceof Exception ? new ConnectionException(request.uri(), failure) : failure);
        });
  }

  /** Whether sending it again has no second effect. */
  private static boolean isIdempotent(HttpRequest request) {
    return "GET".equals(request.method()) || request.headers().firstValue("Idempotency-Key").isPresent();
  }

  private static BodySubscriber<InputStream> reader(boolean isStreamed) {
    return isStreamed
        ? BodySubscribers.ofInputStream()
        : BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new);
  }

  /**
   * Whether a response is what was asked for.
   *
   * @param response a response
   * @return whether it is
   */
  public static boolean isSuccess(HttpResponse<?> response) {
    return isSuccess(response.statusCode());
  }

  private static boolean isSuccess(int status) {
    return status >= 200 && status < 300;
  }
}
