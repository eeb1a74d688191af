import dev.gatewright.GatewrightClient;
import dev.gatewright.TextStream;
import dev.gatewright.errors.ConnectionException;
import dev.gatewright.errors.MalformedAnswerException;
import dev.gatewright.types.ChatCompletion;
import dev.gatewright.types.ChatCompletionChunk;
import dev.gatewright.types.ChatCompletionRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Calls a service that stops in the middle; prints what became of each call. */
final class Broken {
  public static void main(String[] args) throws Exception {
    // What is sent at once arrives within this on a busy machine, too.
    GatewrightClient client =
        GatewrightClient.builder(args[0], "sk-mock").silence(Duration.ofSeconds(5)).maxRetries(1).build();
    GatewrightClient patient = GatewrightClient.builder(args[0], "sk-mock").maxRetries(1).build();
    print("silent body", () -> client.models().list());
    print("broken body", () -> patient.balance().key());
    print("silent stream", () -> read(client));
    for (int link = 0; link < Integer.parseInt(args[1]); link++) {
      String task = String.valueOf(link);
      print("bad link", () -> patient.tasks().resume(task).download());
    }
    print("null", () -> patient.balance().account());
    print("two lengths", () -> patient.balance().limits());
    GatewrightClient nowhere = GatewrightClient.builder("http://127.0.0.1:9", "sk-mock").maxRetries(0).build();
    print("nowhere", () -> nowhere.models().list());
    CompletableFuture<?> asked = patient.requestAsync("GET", "/hangs", Map.of(), null);
    patient.request("GET", "/when-it-hangs", Map.of(), null);
    asked.cancel(true);
    patient.request("GET", "/when-it-was-left", Map.of(), null);
  }

  private static void read(GatewrightClient client) {
    ChatCompletionRequest request = ChatCompletionRequest.builder().build();
    try (TextStream<ChatCompletionChunk, ChatCompletion> stream = client.chat().stream(request)) {
      stream.forEach(chunk -> System.out.println("chunk " + chunk.id()));
    }
  }

  private static void print(String name, Runnable call) {
    try {
      call.run();
    } catch (ConnectionException | MalformedAnswerException failure) {
      System.out.println(name + ": " + failure.getMessage());
    }
  }
}
