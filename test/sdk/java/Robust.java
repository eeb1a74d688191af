import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatewright.CallbackVerifier;
import dev.gatewright.DownloadedFile;
import dev.gatewright.GatewrightClient;
import dev.gatewright.TextStream;
import dev.gatewright.WaitOptions;
import dev.gatewright.errors.ApiException;
import dev.gatewright.errors.ConnectionException;
import dev.gatewright.errors.GatewrightException;
import dev.gatewright.errors.MalformedAnswerException;
import dev.gatewright.types.ChatCompletion;
import dev.gatewright.types.ChatCompletionChunk;
import dev.gatewright.types.ChatCompletionRequest;
import dev.gatewright.types.ImageRequest;
import dev.gatewright.types.QxImage30;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Calls that cannot be made, and services with odd answers. */
final class Robust {
  private static final String NOWHERE = "http://127.0.0.1:9";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ImageRequest BOAT = QxImage30.builder().prompt("A boat").build();

  private Robust() {}

  /** What each answer is taken for, as {@code broken-answers.ts} names it. */
  static List<List<String>> brokenAnswers(JsonNode answers, ChatCompletionRequest question) {
    List<List<String>> found = new ArrayList<>();
    for (JsonNode one : answers) {
      GatewrightClient gateway =
          GatewrightClient.builder(one.get("base_url").asText(), "sk-mock").maxRetries(0).build();
      try {
        act(gateway, one.get("act").asText(), question);
        found.add(List.of("taken", ""));
      } catch (MalformedAnswerException failure) {
        found.add(List.of("malformed", failure.getMessage()));
      } catch (ConnectionException failure) {
        found.add(List.of("connection", failure.getMessage()));
      } catch (ApiException failure) {
        found.add(List.of("refused", failure.getMessage()));
      } catch (RuntimeException failure) {
        found.add(List.of("raw", failure.toString()));
      }
    }
    return found;
  }

  private static void act(GatewrightClient gateway, String name, ChatCompletionRequest question) {
    switch (name) {
      case "list" -> gateway.models().list();
      case "chat" -> gateway.chat().create(question);
      case "stream" -> read(gateway, question);
      case "wait" -> gateway.tasks().resume("task_1").await();
      case "download" -> gateway.tasks().resume("task_1").download();
      default -> throw new IllegalStateException(name);
    }
  }

  private static void read(GatewrightClient gateway, ChatCompletionRequest question) {
    try (TextStream<ChatCompletionChunk, ChatCompletion> stream = gateway.chat().stream(question)) {
      for (ChatCompletionChunk chunk : stream) chunk.choices().forEach(choice -> choice.delta().content());
    }
  }

  /** The exceptions of calls that cannot be made. */
  static List<String> misused() {
    GatewrightClient gateway = new GatewrightClient(NOWHERE, "sk-mock");
    Map<String, String> query = new HashMap<>();
    query.put("model", null);
    List<Runnable> calls =
        List.of(
            () -> new GatewrightClient("::bad", "sk-mock"),
            () -> new GatewrightClient("ftp://a", "sk-mock"),
            () -> new GatewrightClient("http://a_b", "sk-mock"),
            () -> new GatewrightClient(NOWHERE, "sk-\nmock"),
            () -> new GatewrightClient(NOWHERE, null),
            () -> GatewrightClient.builder(NOWHERE, "sk-mock").silence(Duration.ZERO),
            () -> GatewrightClient.builder(NOWHERE, "sk-mock").silence(null),
            () -> gateway.images().generate(BOAT, "ä"),
            () -> gateway.images().generate(null),
            () -> gateway.chat().create(null),
            () -> gateway.chat().stream(null),
            () -> gateway.tasks().submit("/v1/images/generations", null),
            () -> gateway.tasks().resume(null),
            () -> gateway.models().prices(null),
            () -> gateway.request(null, "/v1/models", Map.of(), null),
            () -> gateway.request("GET", null, Map.of(), null),
            () -> gateway.request("GET", "/v1/models", null, null),
            () -> gateway.request("GET", "/v1/models", query, null),
            () -> WaitOptions.defaults().timeout(null),
            () -> WaitOptions.defaults().onProgress(null),
            () -> new CallbackVerifier((String) null));
    return calls.stream().map(Robust::exceptionOf).toList();
  }

  private static String exceptionOf(Runnable call) {
    try {
      call.run();
    } catch (IllegalArgumentException | NullPointerException | GatewrightException failure) {
      return failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }
    return "none";
  }

  /** What becomes of a stream that was left. */
  static String leftEarly(GatewrightClient gateway, ChatCompletionRequest question) {
    TextStream<ChatCompletionChunk, ChatCompletion> left = gateway.chat().stream(question);
    try (TextStream<ChatCompletionChunk, ChatCompletion> stream = left) {
      stream.iterator().next();
    }
    try {
      return left.collect().id();
    } catch (IllegalStateException failure) {
      return failure.getMessage();
    }
  }

  /** What is made of a service with odd answers. */
  static Object odd() throws IOException {
    List<String> keys = new ArrayList<>();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> answer(exchange, keys));
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      GatewrightClient gateway =
          GatewrightClient.builder(address, "sk-mock")
              .maxRetries(1)
              .silence(Duration.ofSeconds(Long.MAX_VALUE))
              .build();
      exceptionOf(() -> gateway.images().generate(BOAT, ""));
      exceptionOf(() -> gateway.images().generate(BOAT, (String) null));
      return Map.of(
          "keys", keys.stream().filter(key -> key.length() > 16).distinct().count(),
          "files", files(gateway),
          "task", gateway.tasks().resume("task_1").toString(),
          "failure", exceptionOf(() -> gateway.tasks().resume("failed").await()),
          "null link", exceptionOf(() -> gateway.tasks().resume("null").download()),
          "refusal", refusal(gateway),
          "waits", waits(GatewrightClient.builder(address, "sk-mock").maxRetries(0).build()),
          "removed", gateway.request("DELETE", "/v1/thing", Map.of(), null).isMissingNode());
    } finally {
      server.stop(0);
    }
  }

  private static void answer(HttpExchange exchange, List<String> keys) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getRawQuery();
    String host = "http://" + exchange.getRequestHeaders().getFirst("Host");
    if (path.equals("/v1/images/generations")) {
      keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
      exchange.getResponseHeaders().add("Retry-After-Ms", "0");
    }
    if (path.equals("/v1/models") && query != null)
      exchange
          .getResponseHeaders()
          .add("Retry-After", URLDecoder.decode(query.substring(query.indexOf('=') + 1), StandardCharsets.UTF_8));
    Object body =
        switch (path) {
          case "/v1/tasks/failed" -> record("failed", "error", Map.of("code", 500, "message", "broke"));
          case "/v1/tasks/null" -> record("success", "result", Map.of("images", Arrays.asList((Object) null)));
          case "/v1/tasks/files" -> record("success", "result", Map.of("images", List.of(Map.of("url", links(host)))));
          case "/v1/user/balance" ->
              Map.of("error", Map.of("message", "no", "violations", Arrays.asList(Map.of("path", "/n"), 5, null)));
          default -> path;
        };
    int status =
        switch (path) {
          case "/v1/images/generations" -> 503;
          case "/v1/models" -> 429;
          case "/v1/thing" -> 204;
          case "/v1/user/balance" -> 400;
          default -> 200;
        };
    byte[] bytes = body == path ? path.getBytes(StandardCharsets.UTF_8) : JSON.writeValueAsBytes(body);
    exchange.sendResponseHeaders(status, status == 204 ? -1 : bytes.length);
    if (status != 204) exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static Map<String, Object> record(String status, String name, Object value) {
    return Map.of("id", "task_1", "status", status, "progress", 0, "cost", 0, name, value);
  }

  private static List<String> links(String host) {
    return List.of(host + "/a/image.png", host + "/b/image.png", host + "/c/", host + "/..", host, host + "/a b|c.png");
  }

  private static Map<String, String> files(GatewrightClient gateway) throws IOException {
    Path folder = Files.createTempDirectory("gatewright-files-");
    Map<String, String> found = new TreeMap<>();
    for (DownloadedFile file : gateway.tasks().resume("files").download()) {
      Path place = file.save(folder);
      found.put(place.getFileName().toString(), Files.readString(place));
      Files.delete(place);
    }
    Files.delete(folder);
    return found;
  }

  private static List<Object> refusal(GatewrightClient gateway) {
    try {
      gateway.balance().account();
    } catch (ApiException failure) {
      return List.of(failure.status(), failure.getMessage(), failure.violations().size());
    }
    return List.of();
  }

  /** The seconds that the service asks to wait, for each way to write them. */
  private static List<Long> waits(GatewrightClient gateway) {
    List<Long> found = new ArrayList<>();
    for (String text : List.of("10", "1_0", "0x1p3", "1d", "Wed, 21 Oct 2015 07:28:00 GMT")) {
      try {
        gateway.models().list(text);
      } catch (ApiException failure) {
        found.add(failure.retryAfter().map(Duration::toSeconds).orElse(null));
      }
    }
    return found;
  }
}
