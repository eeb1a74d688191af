package main

import (
	"context"
	"fmt"
	"os"
	"time"

	gateway "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	configuration := gateway.NewConfiguration()
	configuration.Servers = gateway.ServerConfigurations{{URL: os.Args[1]}}
	client := gateway.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), gateway.ContextAccessToken, "sk-mock")

	models, _, err := client.ModelsAPI.ListModels(ctx).Execute()
	check(err)
	fmt.Println("models", len(models.Data))

	image := gateway.NewQxImage30("qx-image-3.0", "A lighthouse at dawn")
	image.SetSize("16:9")
	body := gateway.QxImage30AsImageGenerationRequest(image)
	submission, _, err := client.ImagesAPI.CreateImage(ctx).ImageGenerationRequest(body).Execute()
	check(err)
	task, _, err := client.TasksAPI.GetTask(ctx, submission.Data[0].TaskId).Execute()
	check(err)
	for task.Status == "submitted" || task.Status == "processing" {
		time.Sleep(200 * time.Millisecond)
		task, _, err = client.TasksAPI.GetTask(ctx, task.Id).Execute()
		check(err)
	}
	fmt.Println(task.Status, task.Id, task.Result.Images[0].Url[0])

	hello := "Hello"
	message := gateway.NewChatMessage("user")
	message.SetContent(gateway.ChatMessageContent{String: &hello})
	question := gateway.NewChatCompletionRequest("qx3.8-max", []gateway.ChatMessage{*message})
	question.SetStream(false)
	answer, _, err := client.ChatAPI.CreateChatCompletion(ctx).ChatCompletionRequest(*question).Execute()
	check(err)
	fmt.Println("answer", len(answer.Choices[0].Message.Content))
}
