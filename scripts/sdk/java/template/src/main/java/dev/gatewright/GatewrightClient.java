package dev.gatewright;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatewright.internal.Arguments;
import dev.gatewright.internal.Call;
import dev.gatewright.internal.Policies;
import dev.gatewright.internal.Transport;
import dev.gatewright.internal.Work;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Calls a gateway. Threads can share it; keep one for all requests. */
public final class GatewrightClient {
  private final Transport transport;
  private final Tasks tasks;

  /**
   * A client with the settings of the contract.
   *
   * @param baseUrl the address of the gateway, without {@code /v1}
   * @param apiKey the API key
   */
  public GatewrightClient(String baseUrl, String apiKey) {
    this(new Builder(baseUrl, apiKey));
  }

  private GatewrightClient(Builder builder) {
    transport =
        new Transport(builder.baseUrl, builder.apiKey, builder.maxRetries, builder.silence, builder.settings);
    tasks = new Tasks(transport);
  }

  /**
   * Returns a builder of clients with other settings.
   *
   * @param baseUrl the address of the gateway, without {@code /v1}
   * @param apiKey the API key
   * @return a builder
   */
  public static Builder builder(String baseUrl, String apiKey) {
    return new Builder(baseUrl, apiKey);
  }

  /**
   * Images.
   *
   * @return what submits image tasks
   */
  public Images images() {
    return new Images(tasks);
  }

  /**
   * Videos.
   *
   * @return what submits video tasks
   */
  public Videos videos() {
    return new Videos(tasks);
  }

  /**
   * Chat completions.
   *
   * @return what makes chat completions
   */
  public Chat chat() {
    return new Chat(transport);
  }

  /**
   * Responses.
   *
   * @return what makes responses
   */
  public Responses responses() {
    return new Responses(transport);
  }

  /**
   * Tasks.
   *
   * @return what submits tasks and continues them
   */
  public Tasks tasks() {
    return tasks;
  }

  /**
   * Models.
   *
   * @return what tells what the key can use
   */
  public Models models() {
    return new Models(transport);
  }

  /**
   * Balances.
   *
   * @return what tells what is left, and what was spent
   */
  public Balance balance() {
    return new Balance(transport);
  }

  /**
   * Calls what this package does not know.
   *
   * @param method the HTTP method
   * @param path a path, such as {@code /v1/models}
   * @param query names and values of the query
   * @param body what is sent as JSON; null for nothing
   * @return the answer; a missing node when the service gave none
   */
  public JsonNode request(String method, String path, Map<String, String> query, Object body) {
    return Work.join(requestAsync(method, path, query, body));
  }

  /**
   * Calls what this package does not know.
   *
   * @param method the HTTP method
   * @param path a path, such as {@code /v1/models}
   * @param query names and values of the query
   * @param body what is sent as JSON; null for nothing
   * @return the answer, later; a missing node when the service gave none
   */
  public CompletableFuture<JsonNode> requestAsync(
      String method, String path, Map<String, String> query, Object body) {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(query, "query").forEach((name, value) -> Objects.requireNonNull(value, "query: " + name));
    return transport.request(new Call(method, path, query, body, null));
  }

  /** Builds a {@link GatewrightClient}. */
  public static final class Builder {
    private final String baseUrl;
    private final String apiKey;
    private int maxRetries = Policies.MAX_RETRIES;
    private Duration silence = Duration.ofSeconds(Policies.SILENCE_SECONDS);
    private Consumer<HttpClient.Builder> settings = http -> {};

    private Builder(String baseUrl, String apiKey) {
      this.baseUrl = Arguments.address(Objects.requireNonNull(baseUrl, "baseUrl"));
      this.apiKey = Arguments.header("apiKey", apiKey);
    }

    /**
     * Sets how often a failed request is repeated.
     *
     * @param maxRetries a number; 0 for never
     * @return this builder
     */
    public Builder maxRetries(int maxRetries) {
      this.maxRetries = maxRetries;
      return this;
    }

    /**
     * Sets the longest wait for more of a response.
     *
     * @param silence a time
     * @return this builder
     */
    public Builder silence(Duration silence) {
      this.silence = Arguments.positive("silence", silence);
      return this;
    }

    /**
     * Changes the HTTP client, for example {@code http -> http.proxy(proxy)}. Whether it follows redirects is not for you to say:
     * the key goes nowhere else.
     *
     * @param settings changes a builder
     * @return this builder
     */
    public Builder http(Consumer<HttpClient.Builder> settings) {
      this.settings = Objects.requireNonNull(settings, "settings");
      return this;
    }

    /**
     * Builds the client.
     *
     * @return a client
     */
    public GatewrightClient build() {
      return new GatewrightClient(this);
    }
  }
}
