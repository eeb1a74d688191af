package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"example.net/try/gateway"
)

type key struct{}

func (key) BearerAuth(context.Context, gateway.OperationName) (gateway.BearerAuth, error) {
	return gateway.BearerAuth{Token: "sk-mock"}, nil
}

func must[Answer any](answer any, err error) Answer {
	expected, ok := answer.(Answer)
	if err != nil || !ok {
		fmt.Fprintf(os.Stderr, "%v %T %v\n", err, answer, answer)
		os.Exit(1)
	}
	return expected
}

func main() {
	client, err := gateway.NewClient(os.Args[1], key{})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()

	models, err := client.ListModels(ctx, gateway.ListModelsParams{})
	fmt.Println("models", len(must[*gateway.ModelListHeaders](models, err).Response.Data))

	image := gateway.NewQxImage30ImageGenerationRequest(gateway.QxImage30{
		Model:  gateway.QxImage30ModelQxImage30,
		Prompt: "A lighthouse at dawn",
		Size:   gateway.NewOptQxSize("16:9"),
	})
	submission, err := client.CreateImage(ctx, image, gateway.CreateImageParams{})
	id := must[*gateway.TaskSubmissionHeaders](submission, err).Response.Data[0].TaskID
	read := func() gateway.TaskRecord {
		task, err := client.GetTask(ctx, gateway.GetTaskParams{TaskID: id})
		return must[*gateway.TaskRecordHeaders](task, err).Response
	}
	task := read()
	for task.Status == "submitted" || task.Status == "processing" {
		time.Sleep(200 * time.Millisecond)
		task = read()
	}
	fmt.Println(task.Status, task.ID, task.Result.Value.Images[0].URL[0])

	answer, err := client.CreateChatCompletion(ctx, &gateway.ChatCompletionRequest{
		Model: gateway.ChatCompletionRequestModelQx38Max,
		Messages: []gateway.ChatMessage{{
			Role:    gateway.ChatMessageRoleUser,
			Content: gateway.NewOptChatMessageContent(gateway.NewStringChatMessageContent("Hello")),
		}},
		Stream: gateway.NewOptBool(false),
	})
	completion := must[*gateway.ChatCompletionHeaders](answer, err).Response
	fmt.Println("answer", len(completion.Choices[0].Message.Content))
}
