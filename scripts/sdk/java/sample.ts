import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, toEntries } from '../../contract/json.ts';
import { bodyOf, quoted, type SampleBodies, type SampleCall, type WriteSample } from '../sample.ts';
import { requestTypeOf } from '../sdk-document.ts';
import { type JavaMember, type JavaRecord, listJavaRecords, toJavaName } from './java-types.ts';

/** The longest builder that stays on its line. */
const WIDTH = 70;

/** What a program does with its client, by operation. */
const BODIES: SampleBodies = {
  createImage: (_, request) => writeTask('images', request),
  createVideo: (_, request) => writeTask('videos', request),
  createChatCompletion: (_, request) => `var request =
    ${request};
var answer = client.chat().create(request);
System.out.println(answer.choices().get(0).message().content());`,
  createResponse: (_, request) => `var request =
    ${request};
for (ResponseOutputItem item : client.responses().create(request).output())
  for (ResponseOutputPart part : item.content()) System.out.println(part.text());`,
  getTask: ({ taskId }) => `TaskRecord record = client.tasks().resume(${quoted(taskId)}).await();
System.out.println(record.status() + " " + record.cost());`,
  getFile: ({ taskId }) => `Task task = client.tasks().resume(${quoted(taskId)});\n${DOWNLOAD}`,
  listModels: () => 'for (ModelEntry model : client.models().list().data()) System.out.println(model.id());',
  getModelSchema: ({ model }) =>
    `System.out.println(client.models().schema(${quoted(model)}).data().parameters());`,
  getModelPricing: ({ model }) => `System.out.println(client.models().prices(${quoted(model)}).data());`,
  getUserBalance: () => 'System.out.println(client.balance().account().remainBalance());',
  getKeyBalance: () => 'System.out.println(client.balance().key());',
  getBillingUsage: () => 'System.out.println(client.balance().usage().totalUsage());',
  getBillingSubscription: () => 'System.out.println(client.balance().limits().hardLimitUsd());',
};

const DOWNLOAD = 'for (DownloadedFile file : task.download()) System.out.println(file.save(Path.of(".")));';

/** A program for Java. */
export const writeJavaSample: WriteSample = (call, document) => {
  const body = bodyOf(BODIES, call.operation)?.(call, writeRequest(call, document));
  if (body === undefined) return undefined;
  const imports = [
    'dev.gatewright.*',
    'dev.gatewright.types.*',
    ...(body.includes('Path.of') ? ['java.nio.file.Path'] : []),
    ...(body.includes('Map.of') ? ['java.util.Map'] : []),
    ...(body.includes('List.of') ? ['java.util.List'] : []),
  ];
  return `${imports.map((name) => `import ${name};\n`).join('')}
public class Sample {
  public static void main(String[] args) throws Exception {
    var client = new GatewrightClient(${quoted(call.baseUrl)}, ${quoted(call.apiKey)});
${body.replaceAll(/^/gm, '    ')}
  }
}
`;
};

function writeTask(resource: string, request: string): string {
  return `var request =
    ${request};
Task task = client.${resource}().generate(request);
TaskRecord record =
    task.await(WaitOptions.defaults().onProgress(seen -> System.out.println(seen.progress() + "%")));
${DOWNLOAD}
System.out.println(record.cost());`;
}

function writeRequest({ operation, request }: SampleCall, document: JsonObject): string {
  const type = requestTypeOf(document, operation, request);
  if (type === undefined) return '';
  const records = new Map(listJavaRecords(document).map((record) => [record.name, record]));
  return builder(request, toJavaName(type), { records, column: 4 });
}

interface Place {
  readonly records: ReadonlyMap<string, JavaRecord>;
  /** Where the line begins. */
  readonly column: number;
}

function builder(value: JsonObject, name: string, { records, column }: Place): string {
  const members = records.get(name)?.members ?? [];
  const inner = { records, column: column + 4 };
  const setters = toEntries(value).flatMap(([key, item]) => {
    const member = members.find((one) => one.key === key);
    if (!member || member.constant === item) return [];
    return [`.${member.name}(${argument(item, member, inner)})`];
  });
  const line = [`${name}.builder()`, ...setters, '.build()'].join('');
  if (line.length <= WIDTH && !line.includes('\n')) return line;
  const pad = ' '.repeat(inner.column);
  return [`${name}.builder()`, ...setters, '.build()'].join(`\n${pad}`);
}

/** What a setter takes: lists as arguments, a text or a list for either. */
function argument(value: Json, { type }: JavaMember, place: Place): string {
  const either = /^TextOr<(.*)>$/.exec(type)?.[1] ?? type;
  const item = /^List<(.*)>$/.exec(either)?.[1];
  if (!Array.isArray(value) || item === undefined) return literal(value, either, place);
  const items = value.map((one) => literal(one, item, place)).join(', ');
  return item === 'String' && type !== either ? `List.of(${items})` : items;
}

function literal(value: Json, type: string, place: Place): string {
  if (isObject(value)) return place.records.has(type) ? builder(value, type, place) : mapOf(value, place);
  if (Array.isArray(value)) {
    const item = /^List<(.*)>$/.exec(type)?.[1] ?? 'Object';
    return `List.of(${value.map((one) => literal(one, item, place)).join(', ')})`;
  }
  if (type === 'Double' && Number.isInteger(value)) return `${JSON.stringify(value)}.0`;
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

function mapOf(value: JsonObject, place: Place): string {
  const pairs = toEntries(value).map(([key, item]) => `${quoted(key)}, ${literal(item, 'Object', place)}`);
  return `Map.of(${pairs.join(', ')})`;
}
