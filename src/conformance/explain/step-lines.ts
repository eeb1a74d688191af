import { expectationsOf } from '../selection/requirements-of.ts';
import type {
  Expectation,
  FetchTemplate,
  PollTemplate,
  ReceiverTemplate,
  RequestTemplate,
  Step,
} from '../suite/case.ts';
import { type Json, type JsonObject, toObject } from '../suite/json.ts';
import type { Filler } from './fill-by-hand.ts';
import { isMarked, readMarks, withoutMarks } from './marks.ts';
import { insideDoubleQuotes, quoteShell, toVariable } from './shell-text.ts';
import { toCurl } from './to-curl.ts';

/** What the lines of a step are made from. */
export interface HandOptions extends Filler {
  readonly contract: JsonObject;
  /** The requirement of checks that do not name one. */
  readonly requirement: string | undefined;
}

/** A step as shell commands, with its checks as comments. */
export function toStepLines(step: Step, options: HandOptions): readonly string[] {
  const command = toCommand(step, options);
  const before = options.takeLines();
  const saved = Object.entries(step.save ?? {})
    .filter(([name]) => name !== keptBy(step))
    .map(([name, expression]) => toSaved(name, expression, options));
  const told = expectationsOf(step).map((check) => `# ${toCheck(check, options)}`);
  return [...before, ...command, ...saved, ...told];
}

/** A value that later steps need: computed by the shell, or noted from a response by the reader. */
function toSaved(name: string, expression: string, { fill, takeLines }: HandOptions): string {
  const variable = toVariable(name);
  const value = fill(`{{${expression}}}`);
  const isMade = takeLines().length === 0 && typeof value === 'string' && isMarked(value);
  return isMade ? `${variable}=${quoteShell(readMarks(value))}` : `# keep ${variable}: ${expression}`;
}

function toCommand(step: Step, options: HandOptions): readonly string[] {
  const fillWord = (value: Json): string => insideDoubleQuotes(readMarks(String(options.fill(value))));
  if ('request' in step) return [toRequest(step.request, step, options)];
  if ('stream' in step) return [toCurl(step.stream, { ...options, flags: '-sSN' })];
  if ('poll' in step) return toPoll(step.poll, options);
  if ('fetch' in step) return toFetch(step.fetch, options);
  if ('receiver' in step) return toReceiver(step.receiver, options);
  if ('callbacks' in step) {
    const { receiver, count, within_seconds: seconds } = step.callbacks;
    return [`# wait up to ${seconds} s for ${count} callbacks at $${toVariable(receiver)}`];
  }
  if ('wait' in step) return [`sleep ${fillWord(step.wait.seconds)}`];
  if ('parallel' in step) {
    const request = toCurl(step.parallel.request, { ...options, flags: '-sSi' });
    return [`for i in $(seq ${fillWord(step.parallel.times)}); do ${request} & done; wait`];
  }
  if ('raw' in step) {
    const text = JSON.stringify(options.fill(step.raw.send)).slice(1, -1).replaceAll('%', '%%');
    return [`printf ${quoteShell(readMarks(text))} | nc "$HOST" "$PORT"`];
  }
  if ('hook' in step) {
    const { name, values } = step.hook;
    const told = values === undefined ? '' : ` with ${withoutMarks(JSON.stringify(options.fill(values)))}`;
    return [`# trigger at the target: ${name}${told}`];
  }
  return [];
}

/** The name of the value that the command itself saves: a member of the response, read with jq. */
function keptBy(step: Step): string | undefined {
  const [[name, expression] = ['', '']] = Object.entries(step.save ?? {});
  return 'request' in step && /^body(\.\w+|\[\d+\])+$/.test(expression) ? name : undefined;
}

/** A request whose response is shown, and read with jq when the step saves a member of it. */
function toRequest(request: RequestTemplate, step: Step, options: HandOptions): string {
  const kept = keptBy(step);
  if (kept === undefined) return toCurl(request, { ...options, flags: '-sSi' });
  const curl = toCurl(request, { ...options, flags: '-sS' });
  const path = step.save?.[kept]?.slice('body'.length);
  return `${toVariable(kept)}=$(${curl} | tee /dev/stderr | jq -r '${path}')`;
}

function toPoll(
  { task, key, until, within_seconds: seconds, language }: PollTemplate,
  options: HandOptions,
): readonly string[] {
  const request = {
    operation: 'getTask',
    parameters: { task_id: task },
    ...(key === undefined ? {} : { key }),
    ...(language === undefined ? {} : { query: { language } }),
  };
  const end = until === undefined ? 'the task has ended' : withoutMarks(String(options.fill(until)));
  const limit = seconds === undefined ? '' : `, at most ${seconds} s`;
  return [`# repeat until ${end}${limit}:`, toCurl(request, { ...options, flags: '-sS' })];
}

function toFetch({ url, urls, method, headers }: FetchTemplate, { fill }: HandOptions): readonly string[] {
  const quoted = (address: string): string => {
    const text = insideDoubleQuotes(readMarks(address));
    return `"${text.startsWith('/') ? '$BASE' : ''}${text}"`;
  };
  const options = [
    method === 'HEAD' ? '-I' : '-o file -D -',
    ...Object.entries(toObject(fill(headers))).map(
      ([name, value]) => `-H ${quoteShell(readMarks(`${name}: ${value}`))}`,
    ),
  ].join(' ');
  if (url !== undefined) return [`curl -sS ${options} ${quoted(String(fill(url)))}`];
  // Unquoted, so that the shell splits a variable that holds a list; addresses contain no spaces.
  const each = [fill(urls) ?? []].flat().map((address) => insideDoubleQuotes(readMarks(String(address))));
  return [`for url in ${each.join(' ')}; do curl -sS ${options} "$url"; done`];
}

function toReceiver(
  { name, path = '', answers = [{}], closed }: ReceiverTemplate,
  { fill }: HandOptions,
): readonly string[] {
  const end = withoutMarks(String(fill(path)));
  const place = `${toVariable(name)}: an address${end === '' ? '' : ` ending in ${end}`} of yours`;
  if (closed) return [`# ${place} where nothing listens`];
  const each = answers.map(({ status = 200, silent, drop, delay_seconds: delay }) => {
    if (silent) return 'nothing';
    if (drop) return 'by closing the connection';
    return `${withoutMarks(String(fill(status)))}${delay === undefined ? '' : ` after ${delay} s`}`;
  });
  return [`# ${place} that answers ${each.join(', then ')}`];
}

function toCheck({ requirement, ...check }: Expectation, options: HandOptions): string {
  const named = requirement ?? options.requirement;
  const { status, headers, body, schema, contract, that } = check;
  const parts = [
    status === undefined ? '' : `status ${String(options.fill(status))}`,
    headers === undefined ? '' : `headers ${JSON.stringify(options.fill(headers))}`,
    body === undefined ? '' : `body has ${JSON.stringify(options.fill(body))}`,
    schema === undefined ? '' : `body is a ${schema} (conformance/schemas)`,
    contract === undefined ? '' : `body is a ${contract} of the contract`,
    that ?? '',
  ].filter((part) => part !== '');
  return `${named ?? 'first'}: ${withoutMarks(parts.join('; ')).replaceAll('\n', ' ')}`;
}
