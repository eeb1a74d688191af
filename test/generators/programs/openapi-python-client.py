import sys
import time

from gatewright_client import AuthenticatedClient
from gatewright_client.api.chat import create_chat_completion
from gatewright_client.api.images import create_image
from gatewright_client.api.models import list_models
from gatewright_client.api.tasks import get_task
from gatewright_client.models import (
    ChatCompletionRequest,
    ChatCompletionRequestModel,
    ChatMessage,
    ChatMessageRole,
    QxImage30,
    QxImage30Model,
)

client = AuthenticatedClient(base_url=sys.argv[1], token="sk-mock")
print("models", len(list_models.sync(client=client).data))

image = QxImage30(model=QxImage30Model.QX_IMAGE_3_0, prompt="A lighthouse at dawn", size="16:9")
submission = create_image.sync(client=client, body=image)
task = get_task.sync(submission.data[0].task_id, client=client)
while task.status not in ("success", "completed", "failed", "cancelled"):
    time.sleep(0.2)
    task = get_task.sync(task.id, client=client)
print(task.status, task.id, task.result.images[0].url[0])

question = ChatCompletionRequest(
    model=ChatCompletionRequestModel.QX3_8_MAX,
    messages=[ChatMessage(role=ChatMessageRole.USER, content="Hello")],
    stream=False,
)
answer = create_chat_completion.sync(client=client, body=question)
print("answer", len(answer.choices[0].message.content))
