import type { JsonObject } from '../../contract/contract.ts';
import { bodyOf, quoted, type SampleBodies, type SampleCall, type WriteSample } from '../sample.ts';
import { requestTypeOf } from '../sdk-document.ts';
import { writeConstruction } from './construction.ts';
import { toContext } from './types-module.ts';

/** What a program does with its client, by operation. */
const BODIES: SampleBodies = {
  createImage: (_, request) => writeTask('images', request),
  createVideo: (_, request) => writeTask('videos', request),
  createChatCompletion: (_, request) => `let request = ${request};
let answer = client.chat().create(request).await?;
println!("{:?}", answer.choices[0].message.content);`,
  createResponse: (_, request) => `let request = ${request};
let answer = client.responses().create(request).await?;
for part in answer.output.into_iter().flat_map(|item| item.content).flatten() {
    println!("{:?}", part.text);
}`,
  getTask: ({ taskId }) => `let record = client.tasks().resume(${quoted(taskId)}).wait().await?;
println!("{} {}", record.status, record.cost);`,
  getFile: ({ taskId }) => `let task = client.tasks().resume(${quoted(taskId)});\n${DOWNLOAD}`,
  listModels: () => `for model in client.models().list().await?.data {
    println!("{}", model.id);
}`,
  getModelSchema: ({ model }) => `let described = client.models().schema(${quoted(model)}).await?;
println!("{:?}", described.data.parameters);`,
  getModelPricing: ({ model }) => `let prices = client.models().prices(${quoted(model)}).await?;
println!("{:?}", prices.data);`,
  getUserBalance: () => `println!("{}", client.balance().account().await?.remain_balance);`,
  getKeyBalance: () => `println!("{:?}", client.balance().key().await?);`,
  getBillingUsage: () => `println!("{}", client.balance().usage("", "").await?.total_usage);`,
  getBillingSubscription: () => `println!("{}", client.balance().limits().await?.hard_limit_usd);`,
};

const DOWNLOAD = `for file in task.download().await? {
    println!("{}", file.save(".")?.display());
}`;

/** A program for Rust. */
export const writeRustSample: WriteSample = (call, document) => {
  const { request, types } = writeRequest(call, document);
  const body = bodyOf(BODIES, call.operation)?.(call, request);
  if (body === undefined) return undefined;
  const names = [...types].sort();
  const [only = '', ...more] = names;
  const imports =
    more.length > 0
      ? `use gatewright::{\n    Client,\n    types::{${names.join(', ')}},\n};`
      : `use gatewright::${only === '' ? 'Client' : `{Client, types::${only}}`};`;
  return `${imports}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = Client::new(${quoted(call.baseUrl)}, ${quoted(call.apiKey)})?;
${body.replaceAll(/^(?=.)/gm, '    ')}
    Ok(())
}
`;
};

function writeTask(resource: string, request: string): string {
  return `let request = ${request};
let task = client.${resource}().generate(request).await?;
let record = task
    .wait()
    .on_progress(|seen| println!("{}%", seen.progress))
    .await?;
${DOWNLOAD}
println!("{}", record.cost);`;
}

function writeRequest({ operation, request }: SampleCall, document: JsonObject) {
  const type = requestTypeOf(document, operation, request);
  const types = new Set<string>();
  if (type === undefined) return { request: '', types };
  return { request: writeConstruction(request, type, { ...toContext(document), types, column: 4 }), types };
}
