package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"example.net/try/gateway"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer sk-mock")
		return nil
	}
	client, err := gateway.NewClientWithResponses(os.Args[1], gateway.WithRequestEditorFn(key))
	check(err)
	ctx := context.Background()

	models, err := client.ListModelsWithResponse(ctx, &gateway.ListModelsParams{})
	check(err)
	fmt.Println("models", len(models.JSON200.Data))

	size := "16:9"
	var image gateway.ImageGenerationRequest
	check(image.FromQxImage30(gateway.QxImage30{Prompt: "A lighthouse at dawn", Size: &size}))
	submission, err := client.CreateImageWithResponse(ctx, &gateway.CreateImageParams{}, image)
	check(err)
	id := submission.JSON200.Data[0].TaskId
	task, err := client.GetTaskWithResponse(ctx, id, &gateway.GetTaskParams{})
	check(err)
	for task.JSON200.Status == "submitted" || task.JSON200.Status == "processing" {
		time.Sleep(200 * time.Millisecond)
		task, err = client.GetTaskWithResponse(ctx, id, &gateway.GetTaskParams{})
		check(err)
	}
	fmt.Println(task.JSON200.Status, id, (*task.JSON200.Result.Images)[0].Url[0])

	stream := false
	var content gateway.ChatMessageContent
	check(content.FromChatMessageContent0("Hello"))
	answer, err := client.CreateChatCompletionWithResponse(ctx, gateway.ChatCompletionRequest{
		Model:    "qx3.8-max",
		Messages: []gateway.ChatMessage{{Role: "user", Content: &content}},
		Stream:   &stream,
	})
	check(err)
	fmt.Println("answer", len(answer.JSON200.Choices[0].Message.Content))
}
