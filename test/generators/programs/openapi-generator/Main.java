import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Main {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(args[0]);
    client.setBearerToken("sk-mock");

    System.out.println("models " + new ModelsApi(client).listModels(null, null).getData().size());

    QxImage30 image = new QxImage30()
        .model(QxImage30.ModelEnum.QX_IMAGE_3_0)
        .prompt("A lighthouse at dawn")
        .size("16:9");
    TaskSubmission submission = new ImagesApi(client).createImage(new ImageGenerationRequest(image), null);
    TasksApi tasks = new TasksApi(client);
    TaskRecord task = tasks.getTask(submission.getData().get(0).getTaskId(), null);
    while (!List.of("success", "completed", "failed", "cancelled").contains(task.getStatus())) {
      Thread.sleep(200);
      task = tasks.getTask(task.getId(), null);
    }
    String link = task.getResult().getImages().get(0).getUrl().get(0);
    System.out.println(task.getStatus() + " " + task.getId() + " " + link);

    ChatMessage message = new ChatMessage()
        .role(ChatMessage.RoleEnum.USER)
        .content(new ChatMessageContent("Hello"));
    ChatCompletionRequest question = new ChatCompletionRequest()
        .model(ChatCompletionRequest.ModelEnum.QX3_8_MAX)
        .addMessagesItem(message)
        .stream(false);
    ChatCompletion answer = new ChatApi(client).createChatCompletion(question);
    System.out.println("answer " + answer.getChoices().get(0).getMessage().getContent().length());
  }
}
