import sys
import time

import openapi_client as gateway

configuration = gateway.Configuration(host=sys.argv[1], access_token="sk-mock")
with gateway.ApiClient(configuration) as client:
    print("models", len(gateway.ModelsApi(client).list_models().data))

    image = gateway.QxImage30(model="qx-image-3.0", prompt="A lighthouse at dawn", size="16:9")
    submission = gateway.ImagesApi(client).create_image(gateway.ImageGenerationRequest(image))
    task = gateway.TasksApi(client).get_task(submission.data[0].task_id)
    while task.status not in ("success", "completed", "failed", "cancelled"):
        time.sleep(0.2)
        task = gateway.TasksApi(client).get_task(task.id)
    print(task.status, task.id, task.result.images[0].url[0])

    question = gateway.ChatCompletionRequest(
        model="qx3.8-max",
        messages=[gateway.ChatMessage(role="user", content=gateway.ChatMessageContent("Hello"))],
        stream=False,
    )
    answer = gateway.ChatApi(client).create_chat_completion(question)
    print("answer", len(answer.choices[0].message.content))
