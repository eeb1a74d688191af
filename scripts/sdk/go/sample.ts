import type { JsonObject } from '../../contract/contract.ts';
import { schemasOf } from '../../contract/documents/parts.ts';
import { omit } from '../../contract/json.ts';
import { bodyOf, quoted, type SampleBodies, type SampleCall, type WriteSample } from '../sample.ts';
import { modelsOf, requestTypeOf, SUBMISSIONS } from '../sdk-document.ts';
import { toGoDocument } from './go-document.ts';
import { structLiteral } from './literal.ts';

/** What a program does with its client, by operation. */
const BODIES: SampleBodies = {
  createImage: (_, request) => writeTask('Images', request),
  createVideo: (_, request) => writeTask('Videos', request),
  createChatCompletion: (_, request) =>
    printed(
      'answer',
      `client.Chat.Create(ctx, ${request})`,
      'fmt.Println(answer.Choices[0].Message.Content)',
    ),
  createResponse: (_, request) =>
    printed(
      'answer',
      `client.Responses.Create(ctx, ${request})`,
      `for _, item := range answer.Output {
	for _, part := range item.Content {
		fmt.Println(part.Text)
	}
}`,
    ),
  getTask: ({ taskId }) =>
    printed(
      'record',
      `client.Tasks.Resume(${quoted(taskId)}).Wait(ctx)`,
      'fmt.Println(record.Status, record.Cost)',
    ),
  getFile: ({ taskId }) => `task := client.Tasks.Resume(${quoted(taskId)})\n${DOWNLOAD}`,
  listModels: () =>
    printed(
      'models',
      'client.Models.List(ctx, gatewright.ListOptions{})',
      `for _, model := range models.Data {
	fmt.Println(model.ID)
}`,
    ),
  getModelSchema: ({ model }) =>
    printed(
      'described',
      `client.Models.Schema(ctx, ${quoted(model)})`,
      'fmt.Println(described.Data.ID, described.Data.Parameters)',
    ),
  getModelPricing: ({ model }) =>
    printed('prices', `client.Models.Prices(ctx, ${quoted(model)})`, 'fmt.Printf("%+v\\n", prices.Data)'),
  getUserBalance: () =>
    printed('balance', 'client.Balance.Account(ctx)', 'fmt.Println(balance.RemainBalance)'),
  getKeyBalance: () => printed('balance', 'client.Balance.Key(ctx)', 'fmt.Printf("%+v\\n", *balance)'),
  getBillingUsage: () =>
    printed('usage', 'client.Balance.Usage(ctx, "", "")', 'fmt.Println(usage.TotalUsage)'),
  getBillingSubscription: () =>
    printed('limits', 'client.Balance.Limits(ctx)', 'fmt.Println(limits.HardLimitUSD)'),
};

const FAIL = `if err != nil {
	log.Fatal(err)
}`;

const DOWNLOAD = `files, err := task.Download(ctx)
${FAIL}
for _, file := range files {
	name, err := file.Save(".")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(name)
}`;

/** A program for Go, as gofmt formats it. */
export const writeGoSample: WriteSample = (call, document) => {
  const body = bodyOf(BODIES, call.operation);
  if (body === undefined) return undefined;
  return `package main

import (
	"context"
	"fmt"
	"log"

	"example.com/gatewright"
)

func main() {
	ctx := context.Background()
	client := gatewright.NewClient(${quoted(call.baseUrl)}, ${quoted(call.apiKey)})
${body(call, writeRequest(call, document)).replaceAll(/^(?=.)/gm, '\t')}
}
`;
};

function writeRequest({ operation, request }: SampleCall, document: JsonObject): string {
  const type = requestTypeOf(document, operation, request);
  if (type === undefined) return '';
  // Its type names the model.
  const isNamed = SUBMISSIONS.includes(operation) && request.model === modelsOf(document, type)[0];
  const written = isNamed ? omit(request, ['model']) : request;
  return structLiteral(written, type, schemasOf(toGoDocument(document)), 0);
}

function writeTask(resource: string, request: string): string {
  return `task, err := client.${resource}.Generate(ctx, ${request})
${FAIL}
record, err := task.Wait(ctx, gatewright.WithProgress(func(seen gatewright.TaskRecord) {
	fmt.Printf("%d%%\\n", seen.Progress)
}))
${FAIL}
${DOWNLOAD}
fmt.Println(record.Cost)`;
}

/** Calls, stops at an error, and prints. */
function printed(name: string, call: string, print: string): string {
  return `${name}, err := ${call}
${FAIL}
${print}`;
}
