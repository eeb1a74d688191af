import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { stringList, toObject, toText } from '../../contract/json.ts';
import { publishedSchema } from '../../emit/tables/published-schemas.ts';
import { describeHistory } from '../history/model-history.ts';
import { code, codes, inHtml, paragraphs, plain, prose, table } from '../markdown.ts';
import type { Group } from '../navigation.ts';
import { modelForm } from '../pages/try-it.ts';
import { describeSamples } from '../samples/model-samples.ts';
import type { SiteFile, SitePage, SiteParts } from '../site.ts';
import { toCalculator } from './calculator.ts';
import { answerExamples, describeExamples } from './examples.ts';
import { describeMedia } from './media.ts';
import { describeFurtherEndpoints, describeParameters } from './parameters.ts';
import { takePicture } from './pictures.ts';
import { describePrice } from './price.ts';
import { describeSizes } from './sizes.ts';
import { describeWaiting } from './waiting.ts';

/** The pages of the models, their group in the navigation, and the files that they show. */
export interface ModelPages {
  readonly pages: readonly SitePage[];
  readonly files: readonly SiteFile[];
  readonly group: Group;
}

/** Makes a page for each model, and one that lists them. */
export async function modelPages(parts: SiteParts): Promise<ModelPages> {
  const { models } = parts.contract;
  const made: { readonly page: SitePage; readonly files: readonly SiteFile[] }[] = [];
  // One after another: the mock counts its tasks.
  for (const model of models) made.push(await modelPage(model, parts));
  return {
    pages: [listPage(models), ...made.map(({ page }) => page)],
    files: made.flatMap(({ files }) => files),
    group: {
      text: 'Models',
      readers: 'What each model accepts, makes and costs.',
      entries: [
        { text: 'All models', path: 'models/index.md' },
        ...models.map(({ id }) => ({ text: id, path: `models/${id}.md` })),
      ],
    },
  };
}

async function modelPage(model: ModelSource, parts: SiteParts) {
  const picture = await takePicture(model, parts.mock);
  const examples = await answerExamples(model, parts.mock);
  const [sizes, media] = [describeSizes(model), describeMedia(model, parts)];
  const waiting = describeWaiting(model, parts);
  const text = paragraphs([
    '---\noutline: 2\n---',
    `# ${plain(model.id)}`,
    `${capital(prose(summaryOf(model)))}`,
    picture.text,
    describeIdentity(toObject(model.vocabulary['x-model'])),
    `## First request\n\nThe samples call [the mock](../mock.md) on your machine; start it with \`npx gatewright mock\`. To call another gateway, change the address and the key. Install [the client or an SDK](../sdks.md) first.`,
    describeSamples(model, parts),
    `### Try it\n\nSend any of the examples below from this page to the mock on your machine. Requests to the other endpoints are on [Try it](../try-it.md).`,
    modelForm(model, examples, parts),
    `## Parameters\n\n${describeParameters(model)}`,
    describeFurtherEndpoints(model, parts.contract),
    sizes && `## Sizes\n\n${sizes}`,
    `## Price\n\n${describePrice(model, parts)}`,
    toCalculator(model, parts),
    media && `## Limits\n\n${media}`,
    waiting && `## How long it takes\n\n${waiting}`,
    `## Examples\n\n${describeExamples(examples)}`,
    describeSchema(model),
    `## History\n\n${describeHistory(model, parts)}`,
  ]);
  return { page: { path: `models/${model.id}.md`, text }, files: picture.files };
}

/** The description of a model without its id in front. */
function summaryOf({ id, requestSchema }: ModelSource): string {
  return toText(requestSchema.description).replace(`\`${id}\`: `, '');
}

function describeIdentity(identity: JsonObject): string {
  const spellings = stringList(identity.spellings);
  return table(
    ['Model id', code(toText(identity.id))],
    [
      ...(spellings.length > 1 ? [['Other spellings', codes(spellings.slice(1))]] : []),
      ['Endpoint', codes(stringList(identity.endpoints).map((path) => `${toText(identity.method)} ${path}`))],
      ['Capabilities', stringList(identity.capability_tags).map(plain).join(', ')],
      ['Owner', plain(toText(identity.owned_by))],
      ['Schema version', code(toText(identity.schema_version))],
    ],
  );
}

function describeSchema(model: ModelSource): string {
  const schema = publishedSchema(model);
  const { schema_version: version, operation } = toObject(model.vocabulary['x-model']);
  // Models for text have no published parameter contract (section 4.1).
  const place =
    operation === 'chat_completion'
      ? `The gateway does not publish schemas of text models: ${code(`GET /v1/models/${model.id}/schema`)} returns 404.`
      : `The gateway publishes it at ${code(`GET /v1/models/${model.id}/schema`)}.`;
  return paragraphs([
    '## Schema',
    `JSON Schema 2020-12 of the request body: [${plain(model.id)}.json](../schemas/${model.id}.json){download=""}. ${place} Its ${code('schema_version')} is ${code(toText(version))}, the date on which it last changed.`,
    `<details class="schema"><summary>Full schema</summary>\n\n<pre v-pre tabindex="0">${inHtml(JSON.stringify(schema, null, 2))}</pre>\n\n</details>`,
  ]);
}

function listPage(models: readonly ModelSource[]): SitePage {
  const rows = models.map((model) => [
    `[${code(model.id)}](./${model.id}.md)`,
    plain(toText(toObject(model.vocabulary['x-model']).category)),
    capital(prose(summaryOf(model))),
  ]);
  const text = paragraphs([
    '# Models',
    'What each model accepts, generates and costs.',
    table(['Model', 'Category', 'Summary'], rows),
  ]);
  return { path: 'models/index.md', text };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
