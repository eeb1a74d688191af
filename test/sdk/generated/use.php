<?php
// Lists the models, submits an image, polls its task to the end, and asks a text model: FOLDER ADDRESS
require 'GuzzleHttp/autoload.php'; // of the system: Composer would download it
spl_autoload_register(fn (string $name) => require $argv[1] . '/lib/' . strtr($name, ['Gatewright\\' => '', '\\' => '/']) . '.php');

use Gatewright\Api;
use Gatewright\Model;

$configuration = Gatewright\Configuration::getDefaultConfiguration()->setHost($argv[2])->setAccessToken('sk-mock');

echo 'models ', count((new Api\ModelsApi())->listModels()->getData()), "\n";

$tasks = new Api\TasksApi();
$image = new Model\ImageGenerationRequest(['model' => 'qx-image-3.0', 'prompt' => 'A lighthouse at dawn', 'size' => '16:9']);
$task = $tasks->getTask((new Api\ImagesApi())->createImage($image)->getData()[0]->getTaskId());
while (!in_array($task->getStatus(), ['success', 'completed', 'failed', 'cancelled'])) {
    usleep(50_000);
    $task = $tasks->getTask($task->getId());
}
echo 'task ', $task->getStatus(), ' ', $task->getResult()->getImages()[0]->getUrl()[0], "\n";

$message = new Model\ChatMessage(['role' => 'user', 'content' => 'Hello']);
$request = new Model\ChatCompletionRequest(['model' => 'qx3.8-max', 'messages' => [$message], 'stream' => false]);
$answer = (new Api\ChatApi())->createChatCompletion($request);
echo 'answer ', strlen($answer->getChoices()[0]->getMessage()->getContent()), "\n";
