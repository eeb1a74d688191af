import type { JsonObject } from '../../contract/contract.ts';
import type { SampleCall, WriteSample } from '../sample.ts';
import { requestTypeOf } from '../sdk-document.ts';
import { writeConstruction } from './construction.ts';
import { toContext } from './types-module.ts';

type WriteBody = (call: SampleCall, request: string) => string;

const SCHEMA: WriteBody = ({ model }) => `let described = client.models().schema(${text(model)}).await?;
println!("{:?}", described.data.parameters);`;
const ACCOUNT: WriteBody = () => `println!("{}", client.balance().account().await?.remain_balance);`;

/** What a program does with its client, by operation. */
const BODIES: Readonly<Record<string, WriteBody>> = {
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
  getTask: ({ taskId }) => `let record = client.tasks().resume(${text(taskId)}).wait().await?;
println!("{} {}", record.status, record.cost);`,
  getFile: ({ taskId }) => `let task = client.tasks().resume(${text(taskId)});\n${DOWNLOAD}`,
  listModels: () => `for model in client.models().list().await?.data {
    println!("{}", model.id);
}`,
  getModelSchema: SCHEMA,
  getModelSchemaByQuery: SCHEMA,
  getModelPricing: ({ model }) => `let prices = client.models().prices(${text(model)}).await?;
println!("{:?}", prices.data);`,
  getUserBalance: ACCOUNT,
  getUserBalanceAlias: ACCOUNT,
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
  const body = BODIES[call.operation]?.(call, request);
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
    let client = Client::new(${text(call.baseUrl)}, ${text(call.apiKey)})?;
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

function text(value: string): string {
  return JSON.stringify(value);
}
