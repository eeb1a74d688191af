// Lists the models, submits an image, polls its task to the end, and asks a text model: ADDRESS
import dev.gatewright.apis.ChatApi
import dev.gatewright.apis.ImagesApi
import dev.gatewright.apis.ModelsApi
import dev.gatewright.apis.TasksApi
import dev.gatewright.infrastructure.ApiClient
import dev.gatewright.models.ChatCompletionRequest
import dev.gatewright.models.ChatMessage
import dev.gatewright.models.ImageGenerationRequest

fun main(arguments: Array<String>) {
    val address = arguments[0]
    ApiClient.accessToken = "sk-mock"
    println("models " + ModelsApi(address).listModels(null, null).data.size)

    val image = ImageGenerationRequest(
        model = ImageGenerationRequest.Model.entries.first { it.value == "qx-image-3.0" },
        prompt = "A lighthouse at dawn",
        propertySize = "16:9",
    )
    val submission = ImagesApi(address).createImage(image, null)
    val tasks = TasksApi(address)
    var task = tasks.getTask(submission.data[0].taskId, null)
    while (task.status !in listOf("success", "completed", "failed", "cancelled")) {
        Thread.sleep(50)
        task = tasks.getTask(task.id, null)
    }
    println("task ${task.status} ${task.result!!.images!![0].url[0]}")

    val question = ChatCompletionRequest(
        model = ChatCompletionRequest.Model.entries.single(),
        messages = listOf(ChatMessage(role = ChatMessage.Role.user, content = "Hello")),
        stream = false,
    )
    println("answer " + ChatApi(address).createChatCompletion(question).choices[0].message.content.length)
}
