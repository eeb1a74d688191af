import dev.gatewright.GatewrightClient;
import dev.gatewright.types.ChatCompletionRequest;
import dev.gatewright.types.ChatMessage;
import dev.gatewright.types.QxImage30;
import dev.gatewright.types.Sx50Pro;
import dev.gatewright.types.Vxq3;
import java.util.Map;

/** What the compiler must accept and report: each line with an error names a part of it. */
final class Typed {
  void check(GatewrightClient client) {
    client.images().generate(Sx50Pro.builder().prompt("A boat").resolution("2K").build());
    client.images().generate(QxImage30.builder().prompt("A boat").n(2).imageUrls("https://example.com/boat.png").build());
    client.images().generate(Sx50Pro.builder().negativePrompt("rain").build()); // error: cannot find symbol
    client.images().generate(Sx50Pro.builder().n("two").build()); // error: String cannot be converted to long
    client.images().generate(Vxq3.builder().prompt("A boat").build()); // error: incompatible types
    client.images().generate(Map.of("prompt", "A boat")); // error: incompatible types
    client.images().generate(Sx50Pro.builder().prompt("A boat")); // error: incompatible types
    client.chat().create(ChatCompletionRequest.builder().messages(ChatMessage.builder().content("What?").build()).build());
    client.chat().create(ChatCompletionRequest.builder().messages("What?").build()); // error: no suitable method
  }
}
