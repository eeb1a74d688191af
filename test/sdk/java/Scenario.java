import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gatewright.CallbackVerifier;
import dev.gatewright.DownloadedFile;
import dev.gatewright.Estimate;
import dev.gatewright.EstimateOptions;
import dev.gatewright.Estimates;
import dev.gatewright.GatewrightClient;
import dev.gatewright.SeenIds;
import dev.gatewright.Task;
import dev.gatewright.TextStream;
import dev.gatewright.WaitOptions;
import dev.gatewright.errors.ApiException;
import dev.gatewright.errors.AuthenticationException;
import dev.gatewright.errors.CallbackVerificationException;
import dev.gatewright.errors.EstimateException;
import dev.gatewright.errors.InvalidRequestException;
import dev.gatewright.errors.PaymentRequiredException;
import dev.gatewright.errors.RateLimitException;
import dev.gatewright.errors.ServerException;
import dev.gatewright.errors.TaskCancelledException;
import dev.gatewright.errors.TaskFailedException;
import dev.gatewright.errors.TaskTimeoutException;
import dev.gatewright.internal.EventReader;
import dev.gatewright.types.ChatCompletion;
import dev.gatewright.types.ChatCompletionChunk;
import dev.gatewright.types.ChatCompletionRequest;
import dev.gatewright.types.ChatMessage;
import dev.gatewright.types.QxImage30;
import dev.gatewright.types.ResponseCreateRequest;
import dev.gatewright.types.ResponseObject;
import dev.gatewright.types.ResponseStreamEvent;
import dev.gatewright.types.Sx50Pro;
import dev.gatewright.types.TaskRecord;
import dev.gatewright.types.Vxq3;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** What every SDK does with a mock, in Java; prints one JSON line a step. */
public final class Scenario {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
  private static final WaitOptions OFTEN = WaitOptions.defaults().pollEvery(Duration.ofMillis(20));
  private static final ChatCompletionRequest QUESTION =
      ChatCompletionRequest.builder()
          .messages(ChatMessage.builder().role("user").content("What is a lighthouse for?").build())
          .build();
  private static final ResponseCreateRequest BOAT =
      ResponseCreateRequest.builder().model("qx3.8-max").input("What is a boat?").build();

  private final JsonNode input;
  private final Map<String, Callable<Object>> steps = new LinkedHashMap<>();

  private Scenario(JsonNode input) {
    this.input = input;
    addTasks();
    addErrors();
    addText();
    addRest();
  }

  public static void main(String[] args) throws IOException {
    Scenario scenario = new Scenario(JSON.readTree(System.getenv("INPUT")));
    for (Map.Entry<String, Callable<Object>> step : scenario.steps.entrySet()) {
      Map<String, Object> line = new HashMap<>(Map.of("step", step.getKey()));
      try {
        line.put("value", step.getValue().call());
      } catch (Exception failure) {
        line.put("fault", failure.toString());
      }
      System.out.println(JSON.writeValueAsString(line));
    }
  }

  private static GatewrightClient.Builder builder(String session) {
    return GatewrightClient.builder(System.getenv("PLAIN") + "-" + session, "sk-mock");
  }

  private static GatewrightClient client(String session) {
    return builder(session).build();
  }

  private static GatewrightClient plain(String key) {
    return new GatewrightClient(System.getenv("PLAIN"), key);
  }

  private static Task image(GatewrightClient gateway) {
    return gateway.images().generate(QxImage30.builder().prompt("A lighthouse at dawn").size("16:9").build());
  }

  private void addTasks() {
    steps.put("models", () -> plain("sk-mock").models().list().data().stream().map(model -> model.id()).sorted().toList());
    steps.put("image and progress", Scenario::progress);
    steps.put("watching", () -> lastStatus(image(client("watching")).records()));
    steps.put("download", Scenario::download);
    steps.put("video", this::video);
    steps.put("spellings", this::spellings);
    steps.put("failed", Scenario::failed);
    steps.put(
        "cancelled",
        () ->
            thrown(TaskCancelledException.class, () -> image(client("cancelled")).await(OFTEN))
                .record()
                .orElseThrow()
                .status());
    steps.put("timeout", () -> List.of("pending", "processing", "submitted").contains(late("slow").orElseThrow().status()));
    steps.put("silence", () -> late("silent").isEmpty());
    steps.put("leaving", Scenario::leaving);
    steps.put("retried", () -> image(client("retried")).await(OFTEN).status());
    steps.put("dropped", () -> image(client("dropped")).await(OFTEN).status());
  }

  private static Object progress() {
    AtomicLong last = new AtomicLong();
    TaskRecord record = image(client("image")).await(OFTEN.onProgress(seen -> last.set(seen.progress())));
    return Map.of(
        "last", last.get(),
        "status", record.status(),
        "cost", record.cost(),
        "sizes", record.result().images().stream().map(one -> one.sizes()).toList());
  }

  private static String lastStatus(Iterable<TaskRecord> records) {
    String status = "";
    for (TaskRecord record : records) status = record.status();
    return status;
  }

  private static Object download() {
    GatewrightClient gateway = client("download");
    List<DownloadedFile> files = gateway.tasks().resume(image(gateway).id()).download(OFTEN);
    return files.stream()
        .map(file -> List.of(file.name(), file.mediaType(), new String(file.content(), 1, 3, StandardCharsets.US_ASCII)))
        .toList();
  }

  private Object video() {
    Vxq3 request = Vxq3.builder().prompt("Along the shore").imageUrls(input.get("picture").asText()).build();
    return client("video").videos().generate(request).await(OFTEN).status();
  }

  private Object spellings() {
    GatewrightClient gateway = client("spellings");
    for (JsonNode spelling : input.get("spellings")) gateway.tasks().submit(spelling.get(0).asText(), spelling.get(1));
    return input.get("spellings").size();
  }

  private static Object failed() throws Exception {
    TaskFailedException failure = thrown(TaskFailedException.class, () -> image(client("failed")).await(OFTEN));
    return Map.of(
        "code", failure.code().orElseThrow(),
        "message", failure.getMessage(),
        "status", failure.record().orElseThrow().status());
  }

  private static Optional<TaskRecord> late(String session) throws Exception {
    WaitOptions short_ = WaitOptions.defaults().timeout(Duration.ofSeconds(3));
    return thrown(TaskTimeoutException.class, () -> image(client(session)).await(short_)).record();
  }

  private static Object leaving() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    Task task = image(client("slow"));
    CompletableFuture<TaskRecord> waiting = task.awaitAsync(OFTEN.onProgress(record -> seen.countDown()));
    seen.await();
    waiting.cancel(true);
    thrown(CancellationException.class, waiting::get);
    Thread.currentThread().interrupt();
    thrown(CancellationException.class, task::await);
    return Thread.interrupted() ? "left" : "not interrupted";
  }

  private void addErrors() {
    steps.put("unauthorized", () -> refused(AuthenticationException.class, () -> plain("sk-wrong").models().list()));
    steps.put("unpaid", () -> refused(PaymentRequiredException.class, () -> image(plain("sk-mock-empty"))));
    steps.put(
        "limited",
        () -> refused(RateLimitException.class, () -> image(builder("limited").maxRetries(0).build())));
    steps.put(
        "invalid",
        () ->
            refused(
                InvalidRequestException.class,
                () -> plain("sk-mock").images().generate(Sx50Pro.builder().prompt("A boat").n(2).build())));
  }

  private static <T extends ApiException> Object refused(Class<T> type, Callable<?> call) throws Exception {
    T failure = thrown(type, call);
    Map<String, Object> found = new HashMap<>();
    found.put("status", failure.status());
    found.put("type", failure.type());
    found.put("reason", failure.reason().orElse(null));
    found.put("param", failure.param().orElse(null));
    found.put("violations", failure.violations().size());
    found.put("has id", failure.requestId().isPresent());
    return found;
  }

  private static <T extends Exception> T thrown(Class<T> type, Callable<?> call) throws Exception {
    try {
      call.call();
    } catch (Exception failure) {
      if (type.isInstance(failure)) return type.cast(failure);
      throw failure;
    }
    throw new IllegalStateException("Nothing was thrown, instead of " + type.getSimpleName() + ".");
  }

  private void addText() {
    steps.put("chat", Scenario::chat);
    steps.put("chat stream", Scenario::chatStream);
    steps.put("chat left", Scenario::chatLeft);
    steps.put("chat fails", () -> refused(ServerException.class, Scenario::chatFails));
    steps.put("broken streams", this::brokenStreams);
    steps.put("response", () -> plain("sk-mock").responses().create(BOAT).status());
    steps.put("response stream", Scenario::responseStream);
    steps.put("added members", Scenario::addedMembers);
  }

  private static Object chat() {
    ChatCompletion answer = plain("sk-mock").chat().create(QUESTION);
    return Map.of("text", textOf(answer), "tokens", answer.usage().totalTokens() > 0);
  }

  private static String textOf(ChatCompletion answer) {
    return answer.choices().get(0).message().content();
  }

  private static Object chatStream() {
    StringBuilder text = new StringBuilder();
    try (TextStream<ChatCompletionChunk, ChatCompletion> stream = plain("sk-mock").chat().stream(QUESTION)) {
      for (ChatCompletionChunk chunk : stream)
        chunk.choices().stream().map(choice -> choice.delta().content()).filter(part -> part != null).forEach(text::append);
      ChatCompletion answer = stream.collect();
      boolean isWhole = textOf(answer).contentEquals(text);
      return Map.of("text", text, "whole", isWhole, "tokens", answer.usage().totalTokens() > 0);
    }
  }

  private static Object chatLeft() {
    int count = 0;
    try (TextStream<ChatCompletionChunk, ChatCompletion> stream = client("left").chat().stream(QUESTION)) {
      for (ChatCompletionChunk chunk : stream) {
        count += chunk.id().isEmpty() ? 0 : 1;
        break;
      }
    }
    return count;
  }

  private static Object chatFails() {
    try (TextStream<ChatCompletionChunk, ChatCompletion> stream = client("chat-fails").chat().stream(QUESTION)) {
      return stream.collect();
    }
  }

  private Object brokenStreams() {
    List<String> found = new ArrayList<>();
    for (JsonNode broken : input.get("broken")) {
      GatewrightClient gateway = GatewrightClient.builder(broken.get("base_url").asText(), "sk-mock").maxRetries(0).build();
      boolean isChat = broken.get("kind").asText().equals("chat");
      try (TextStream<?, ?> stream = isChat ? gateway.chat().stream(QUESTION) : gateway.responses().stream(BOAT)) {
        for (Object event : stream)
          if (event instanceof ChatCompletionChunk chunk) chunk.choices().forEach(choice -> choice.delta().content());
        stream.collect();
        found.add("whole");
      } catch (ApiException refusal) {
        found.add("refused");
      } catch (RuntimeException failure) {
        found.add(failure.toString());
      }
    }
    return found;
  }

  private static Object responseStream() {
    try (TextStream<ResponseStreamEvent, ResponseObject> stream = plain("sk-mock").responses().stream(BOAT)) {
      List<String> kinds = stream.stream().map(ResponseStreamEvent::type).toList();
      String status = stream.collect().status();
      return Map.of("first", kinds.get(0), "last", kinds.get(kinds.size() - 1), "status", status);
    }
  }

  private static Object addedMembers() {
    GatewrightClient gateway = new GatewrightClient(System.getenv("GROWN") + "-grown", "sk-mock");
    TaskRecord record = image(gateway).await(OFTEN);
    boolean isKept = record.additionalProperties().containsKey("added_later");
    return Map.of("record", isKept, "answer", !textOf(gateway.chat().create(QUESTION)).isEmpty());
  }

  private void addRest() {
    steps.put("account", Scenario::account);
    steps.put("estimates", this::estimates);
    steps.put("held", this::held);
    steps.put("odd estimates", Scenario::oddEstimates);
    steps.put("unestimated", Scenario::unestimated);
    steps.put("signatures", this::signatures);
    steps.put("repeated callbacks", Scenario::repeated);
    steps.put("event streams", this::eventStreams);
    steps.put("asynchronous", Scenario::asynchronous);
    steps.put("broken answers", () -> Robust.brokenAnswers(input.get("answers"), QUESTION));
    steps.put("left early", () -> Robust.leftEarly(client("left-early"), QUESTION));
    steps.put("misused", Robust::misused);
    steps.put("odd", Robust::odd);
  }

  private static Object account() {
    GatewrightClient gateway = client("account");
    LocalDate day = LocalDate.of(2026, 1, 1);
    return Map.of(
        "balance", gateway.balance().account().remainBalance() > 0,
        "key", gateway.balance().key().success(),
        "usage", gateway.balance().usage(day, day.plusDays(1)).object(),
        "limits", gateway.balance().limits().object(),
        "schema", gateway.models().schema("sx-5-0-pro").success(),
        "prices", gateway.models().prices("sx-5-0-pro").success());
  }

  private static Object oddEstimates() {
    QxImage30 none = null;
    Sx50Pro boat = Sx50Pro.builder().prompt("A boat").build();
    EstimateOptions huge = EstimateOptions.defaults().groupRatio(new BigDecimal("1E+2147483640"));
    EstimateOptions one = EstimateOptions.defaults().groupRatio(new BigDecimal("1.0000000000"));
    List<Callable<Estimate>> odd =
        List.of(
            () -> Estimates.of(none),
            () -> Estimates.of(new Object()),
            () -> Estimates.of(boat, huge),
            () -> Estimates.of(boat, one));
    List<String> found = new ArrayList<>();
    for (Callable<Estimate> call : odd) {
      try {
        found.add(call.call().priceUsd().toPlainString());
      } catch (EstimateException refusal) {
        found.add("refused");
      } catch (Exception failure) {
        found.add(failure.toString());
      }
    }
    return found;
  }

  private Object estimates() {
    List<Object> found = new ArrayList<>();
    for (JsonNode one : input.get("estimates")) {
      EstimateOptions options = EstimateOptions.defaults();
      if (one.has("group_ratio")) options = options.groupRatio(new BigDecimal(one.get("group_ratio").textValue()));
      JsonNode reference = one.path("first_reference");
      if (reference.isArray())
        options = options.firstReference(reference.get(0).longValue(), reference.get(1).longValue());
      try {
        found.add(printed(Estimates.of(one.get("request"), options)));
      } catch (EstimateException refusal) {
        found.add(Map.of("refused", refusal.getMessage()));
      }
    }
    return found;
  }

  private static Map<String, Object> printed(Estimate estimate) {
    Map<String, Object> printed = new HashMap<>();
    printed.put("model", estimate.model());
    printed.put("size", estimate.width() + "x" + estimate.height());
    printed.put("count", estimate.count());
    printed.put("seconds", estimate.seconds());
    printed.put("hold", estimate.holdUsd().toPlainString());
    printed.put("price", estimate.priceUsd().toPlainString());
    return printed;
  }

  private Object held() {
    GatewrightClient gateway = client("held");
    Sx50Pro request =
        Sx50Pro.builder().layerDecomposition(true).imageUrls(input.get("picture").textValue()).build();
    double before = gateway.balance().account().remainBalance();
    gateway.images().generate(request);
    double taken = before - gateway.balance().account().remainBalance();
    double estimated = Estimates.of(request).holdUsd().doubleValue();
    return Map.of("taken", Math.round(taken * 1000), "estimated", Math.round(estimated * 1000));
  }

  private static Object unestimated() {
    try {
      return printed(Estimates.of(Map.of("model", "unestimated-1.0", "prompt", "Two boats")));
    } catch (EstimateException refusal) {
      return refusal.getMessage();
    }
  }

  private Object signatures() {
    List<Boolean> found = new ArrayList<>();
    for (JsonNode one : input.get("signatures")) {
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      one.get("headers").properties().forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
      List<String> secrets = new ArrayList<>();
      one.get("secrets").forEach(secret -> secrets.add(secret.asText()));
      Clock clock = Clock.fixed(Instant.ofEpochSecond(one.get("now").asLong()), ZoneOffset.UTC);
      CallbackVerifier verifier = new CallbackVerifier(secrets.toArray(String[]::new)).clock(clock);
      try {
        verifier.verify(headers::get, one.get("body").asText().getBytes(StandardCharsets.UTF_8));
        found.add(true);
      } catch (CallbackVerificationException failure) {
        // Without a task record, the signature was right.
        found.add(failure.getMessage().equals("The body is not a task record."));
      }
    }
    return found;
  }

  private static Object repeated() {
    SeenIds seen = new SeenIds(2);
    return List.of("a", "a", "b", "c", "a").stream().map(seen::add).toList();
  }

  private Object eventStreams() throws IOException {
    List<List<String>> found = new ArrayList<>();
    for (JsonNode one : input.get("streams")) {
      EventReader reader = new EventReader(inParts(one));
      List<String> data = new ArrayList<>();
      for (String next = reader.next(); next != null && !next.equals("[DONE]"); next = reader.next()) data.add(next);
      found.add(data);
    }
    return found;
  }

  /** Reads the text of a vector in the parts that it names. */
  private static InputStream inParts(JsonNode vector) {
    byte[] text = vector.get("text").asText().getBytes(StandardCharsets.UTF_8);
    List<InputStream> parts = new ArrayList<>();
    int begin = 0;
    for (JsonNode split : vector.path("splits")) {
      parts.add(new ByteArrayInputStream(Arrays.copyOfRange(text, begin, split.asInt())));
      begin = split.asInt();
    }
    parts.add(new ByteArrayInputStream(Arrays.copyOfRange(text, begin, text.length)));
    return new SequenceInputStream(Collections.enumeration(parts));
  }

  /** A task and a chat at the same time, on one client. */
  private static Object asynchronous() throws Exception {
    GatewrightClient gateway = client("async");
    QxImage30 request = QxImage30.builder().prompt("A lighthouse at dawn").size("16:9").build();
    Set<String> statuses = Collections.synchronizedSet(new LinkedHashSet<>());
    CompletableFuture<List<DownloadedFile>> files =
        gateway
            .images()
            .generateAsync(request)
            .thenCompose(task -> task.downloadAsync(OFTEN.onProgress(record -> statuses.add(record.status()))));
    CompletableFuture<String> text = gateway.chat().createAsync(QUESTION).thenApply(Scenario::textOf);
    int chunks = 0;
    try (TextStream<ChatCompletionChunk, ChatCompletion> stream = gateway.chat().stream(QUESTION)) {
      for (ChatCompletionChunk chunk : stream) chunks += chunk.choices().size();
    }
    int count = files.get().size();
    boolean hasEnded = statuses.contains("success");
    return Map.of(
        "status", hasEnded ? "success" : statuses.toString(), "files", count, "chunks", chunks > 1, "text", !text.get().isEmpty());
  }
}
