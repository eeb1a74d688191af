import org.openapitools.client.apis.ModelsApi
import org.openapitools.client.infrastructure.ApiClient

fun main(arguments: Array<String>) {
    ApiClient.accessToken = "sk-mock"
    println("models " + ModelsApi(arguments[0]).listModels(null, null).data.size)
}
