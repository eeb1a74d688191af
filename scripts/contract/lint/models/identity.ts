import path from 'node:path';
import { findFault } from '../../../redocly/rules/provenance.ts';
import type { ModelSource } from '../../contract.ts';
import { stringList, toEntries, toObject, toText } from '../../json.ts';
import { type Finding, type LintRule, toStep } from '../problem.ts';

/** The capability tags of each category (section 2.1). */
export const TAGS: Readonly<Record<string, readonly string[]>> = {
  video: ['Text to Video', 'Image to Video', 'Video to Video'],
  image: ['Text to Image', 'Image to Image'],
  chat: ['Text', 'Embedding', 'Vision', 'Audio', 'Omni'],
  audio: ['Audio'],
};

/** `x-model` is consistent with the schema and with itself: spellings, endpoints, tags, provenance. */
export const identityIsConsistent: LintRule = ({ models }) =>
  models.flatMap((model) => [
    ...dateFindings(model),
    ...spellingFindings(model),
    ...endpointFindings(model),
    ...tagFindings(model),
    ...provenanceFindings(model),
  ]);

/**
 * No two models share a title or a spelling, and no title is that of another schema. Reported is the file that is not named after its id,
 * or else the newer model.
 */
export const modelsAreUnique: LintRule = ({ models, parts, openapi }) => {
  const schemas = [...parts, ...openapi.filter(({ file }) => file.startsWith('openapi/components/schemas/'))];
  const byAge = [...models].sort(
    (left, right) => namingRank(left) - namingRank(right) || createdOf(left) - createdOf(right),
  );
  return byAge.flatMap((model, index) => {
    const older = byAge.slice(0, index);
    const twin =
      older.find(({ title }) => title === model.title) ??
      schemas.find(({ file }) => path.parse(file).name === model.title);
    const titles = twin
      ? [finding(model, '/title', `The title "${model.title}" is taken by ${twin.file}: choose another.`)]
      : [];
    return [...titles, ...caseFindings(model, older), ...takenSpellings(model, older)];
  });
};

/** 0 for a file that is named after its id, such as `Paper10.json` of `paper-1.0`: an id that two files have is rather its own. */
function namingRank({ title, id }: ModelSource): number {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return plain(title) === plain(id) ? 0 : 1;
}

function createdOf(model: ModelSource): number {
  const { created } = identityOf(model);
  return typeof created === 'number' ? created : Number.POSITIVE_INFINITY;
}

function takenSpellings(model: ModelSource, older: readonly ModelSource[]): readonly Finding[] {
  const isWritten = toObject(model.written['x-model']).spellings !== undefined;
  return model.spellings.flatMap((spelling, at) => {
    const owner = older.find((other) => other.spellings.includes(spelling));
    if (!owner) return [];
    const pointer = isWritten ? `/x-model/spellings/${at}` : '/x-model/id';
    const what = isWritten ? 'spelling' : 'id';
    return [finding(model, pointer, `The ${what} "${spelling}" is taken by ${owner.file}: choose another.`)];
  });
}

/** Published schemas are files named by id: ids that differ in case alone are one file on many disks. */
function caseFindings(model: ModelSource, older: readonly ModelSource[]): readonly Finding[] {
  const twin = older.find(({ id }) => id !== model.id && id.toLowerCase() === model.id.toLowerCase());
  if (!twin) return [];
  const message = `The id "${model.id}" differs from "${twin.id}" of ${twin.file} only in case: choose another.`;
  return [finding(model, '/x-model/id', message)];
}

/**
 * A description that begins with an id begins with that of the model: a copied file keeps that of its original. Where the id is that of
 * another model as well, the description may be right.
 */
export const descriptionsNameTheirModel: LintRule = ({ models }) =>
  models
    .filter((model) => !models.some((other) => other !== model && other.spellings.includes(model.id)))
    .flatMap(descriptionFindings);

function descriptionFindings(model: ModelSource): readonly Finding[] {
  const [, named] = /^`([^`]+)`/.exec(toText(model.written.description)) ?? [];
  if (named === undefined || model.spellings.includes(named)) return [];
  const message = `description begins with \`${named}\`, but the id is "${model.id}": begin with \`${model.id}\`.`;
  return [finding(model, '/description', message)];
}

/** Later than any release, and earlier than any time in milliseconds. */
const LATEST_SECONDS = 10_000_000_000;

function dateFindings(model: ModelSource): readonly Finding[] {
  const { created, schema_version: version } = identityOf(model);
  const inSeconds = Math.round(Number(created) / 1000);
  const late = `x-model.created is in seconds, not milliseconds: write ${inSeconds}.`;
  const day = new Date(`${String(version)}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(String(version));
  return [
    ...(typeof created === 'number' && created > LATEST_SECONDS
      ? [finding(model, '/x-model/created', late)]
      : []),
    ...(isDay
      ? []
      : [finding(model, '/x-model/schema_version', `There is no date ${JSON.stringify(version ?? null)}.`)]),
  ];
}

function spellingFindings(model: ModelSource): readonly Finding[] {
  const { id, spellings, requestSchema } = model;
  const { type, enum: values } = toObject(toObject(requestSchema.properties).model);
  const allowed = stringList(values);
  const findings: Finding[] = [];
  if (type !== 'string') {
    const message = `properties.model.type must be "string", not ${JSON.stringify(type ?? null)}: it can be omitted.`;
    findings.push(finding(model, '/properties/model/type', message));
  }
  if (spellings[0] !== id) {
    const message = `The first spelling must be the id "${id}", not ${JSON.stringify(spellings[0] ?? null)}.`;
    findings.push(finding(model, '/x-model/spellings', message));
  }
  if (JSON.stringify([...allowed].sort()) !== JSON.stringify([...spellings].sort())) {
    const message = `The enum of "model" must be the spellings ${JSON.stringify(spellings)}, not ${JSON.stringify(allowed)}.`;
    findings.push(finding(model, '/properties/model/enum', message));
  }
  return findings;
}

function endpointFindings(model: ModelSource): readonly Finding[] {
  const { endpoint, endpoints } = identityOf(model);
  if (stringList(endpoints).some((path) => path === endpoint)) return [];
  const message = `The endpoint ${JSON.stringify(endpoint ?? null)} is not among the endpoints ${JSON.stringify(endpoints ?? null)}.`;
  return [finding(model, '/x-model/endpoint', message)];
}

function tagFindings(model: ModelSource): readonly Finding[] {
  const { category, capability_tags } = identityOf(model);
  const allowed = TAGS[String(category)] ?? [];
  if (Array.isArray(capability_tags) && capability_tags.length === 0) {
    const message = `x-model.capability_tags is empty: a model of category "${category}" has one or more of ${allowed.join(', ')}.`;
    return [finding(model, '/x-model/capability_tags', message)];
  }
  return stringList(capability_tags).flatMap((tag, index) => {
    if (allowed.includes(tag)) return [];
    const message = `The tag "${tag}" does not belong to category "${category}", which has ${allowed.join(', ') || 'none'}.`;
    return [finding(model, `/x-model/capability_tags/${index}`, message)];
  });
}

function provenanceFindings(model: ModelSource): readonly Finding[] {
  const { provenance: _inherited, ...members } = identityOf(model);
  const { provenance } = toObject(model.written['x-model']);
  return toEntries(provenance).flatMap(([name, said]) => {
    const pointer = `/x-model/provenance/${toStep(name)}`;
    if (!Object.hasOwn(members, name))
      return [finding(model, pointer, `x-model has no member "${name}" to give a provenance for.`)];
    const fault = findFault(said, 'provenance');
    return fault === undefined ? [] : [finding(model, pointer, fault)];
  });
}

function identityOf({ source }: ModelSource) {
  return toObject(source['x-model']);
}

function finding({ file }: ModelSource, pointer: string, message: string): Finding {
  return { file, pointer, message };
}
