import org.openapitools.client.apis.ChatApi
import org.openapitools.client.apis.ImagesApi
import org.openapitools.client.apis.ModelsApi
import org.openapitools.client.apis.TasksApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.models.ChatCompletionRequest
import org.openapitools.client.models.ChatMessage
import org.openapitools.client.models.QxImage30

fun main(arguments: Array<String>) {
    val address = arguments[0]
    ApiClient.accessToken = "sk-mock"
    println("models " + ModelsApi(address).listModels(null, null).data.size)

    val image = QxImage30(
        model = QxImage30.Model.entries.single(),
        prompt = "A lighthouse at dawn",
        propertySize = "16:9",
    )
    val submission = ImagesApi(address).createImage(image, null)
    val tasks = TasksApi(address)
    var task = tasks.getTask(submission.data[0].taskId, null)
    while (task.status !in listOf("success", "completed", "failed", "cancelled")) {
        Thread.sleep(200)
        task = tasks.getTask(task.id, null)
    }
    println("${task.status} ${task.id} ${task.result!!.images!![0].url[0]}")

    val question = ChatCompletionRequest(
        model = ChatCompletionRequest.Model.entries.single(),
        messages = listOf(ChatMessage(role = ChatMessage.Role.user, content = "Hello")),
        stream = false,
    )
    println("answer " + ChatApi(address).createChatCompletion(question).choices[0].message.content.length)
}
