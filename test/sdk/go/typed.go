// What the compiler must accept and report: each line with an error names a part of it.
package main

import (
	"context"

	"example.com/gatewright"
)

func main() {
	ctx := context.Background()
	client := gatewright.NewClient("http://localhost:8080", "sk-mock")
	client.Images.Generate(ctx, gatewright.Sx50Pro{Prompt: "A boat", Resolution: "2K"})
	client.Images.Generate(ctx, &gatewright.QxImage30{Prompt: "A boat", N: gatewright.Ptr(2)})
	client.Images.Generate(ctx, gatewright.Sx50Pro{Prompt: "A boat", NegativePrompt: "rain"})           // error: unknown field NegativePrompt
	client.Images.Generate(ctx, gatewright.Sx50Pro{Prompt: "A boat", N: "two"})                         // error: cannot use "two"
	client.Images.Generate(ctx, gatewright.Vxq3{Prompt: "A boat"})                                      // error: missing method imageRequest
	client.Images.Generate(ctx, map[string]any{"prompt": "A boat"})                                     // error: missing method imageRequest
	client.Chat.Create(ctx, gatewright.ChatCompletionRequest{Model: "qx3.8-max", Messages: "What is?"}) // error: cannot use "What is?"
}
