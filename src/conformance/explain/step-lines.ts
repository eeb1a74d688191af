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
import { ENDS } from '../wire/task-record.ts';
import type { Filler } from './fill-by-hand.ts';
import { readMarks, withoutMarks } from './marks.ts';
import { describeVariable, readByShell, readsAnswer } from './read-answer.ts';
import { insideDoubleQuotes, quoteShell, toVariable } from './shell-text.ts';
import { toCurl } from './to-curl.ts';

/** What the lines of a step are made from. */
export interface HandOptions extends Filler {
  readonly contract: JsonObject;
  /** The requirement of checks that do not name one. */
  readonly requirement: string | undefined;
}

/** A step as shell commands, with its checks as comments. `later` are the steps after it. */
export function toStepLines(step: Step, later: readonly Step[], options: HandOptions): readonly string[] {
  const reads = readsAnswer([...Object.values(step.save ?? {}), ...readBefore(later)]);
  const command = toCommand(step, reads, options);
  const before = options.takeLines();
  const saved = Object.entries(step.save ?? {}).map(([name, expression]) =>
    toSaved(name, expression, options),
  );
  const expected = expectationsOf(step)
    .filter(saysSomething)
    .map((check) => `# ${toCheck(check, options)}`);
  return [...before, ...command, ...saved, ...options.takeLines(), ...expected];
}

/** The expressions that steps read of the answer before them: up to the next step that gets an answer of its own. */
function readBefore(steps: readonly Step[]): readonly string[] {
  const next = steps.findIndex((step) => ['request', 'stream', 'poll', 'fetch'].some((kind) => kind in step));
  return steps.slice(0, next === -1 ? undefined : next + 1).flatMap((step, index) => {
    const { save = {}, expect: _, ...templates } = step;
    const filled = [...JSON.stringify(templates).matchAll(/\{\{(.+?)\}\}/g)].map(([, one = '']) =>
      one.trim(),
    );
    return index === next ? filled : [...filled, ...Object.values(save)];
  });
}

/** What is kept for later steps: computed by the shell, or described to the person who repeats the case. */
function toSaved(name: string, expression: string, { make, keep }: HandOptions): string {
  const code = expression === 'now()' ? '$(date +%s)' : readByShell(expression);
  const value = /\bnow\(\)/.test(expression) ? undefined : make(expression);
  const variable = keep(name);
  if (code !== undefined) return `${variable}=${code}`;
  return ['string', 'number', 'boolean'].includes(typeof value)
    ? `${variable}=${quoteShell(readMarks(String(value)))}`
    : `# ${variable} is ${describeVariable(expression)}`;
}

/** What later lines read of an answer. */
type Reads = ReturnType<typeof readsAnswer>;

function toCommand(step: Step, reads: Reads, options: HandOptions): readonly string[] {
  const fillWord = (value: Json): string => insideDoubleQuotes(readMarks(String(options.fill(value))));
  if ('request' in step) {
    const { within_seconds: seconds, ...request } = step.request;
    const repeated =
      seconds === undefined ? [] : [`# Repeat, for at most ${seconds} s, until what is expected holds:`];
    return [...repeated, ...toRequest(request, reads, options)];
  }
  if ('stream' in step) return [toCurl(step.stream, { ...options, flags: '-sSN' })];
  if ('poll' in step) return toPoll(step.poll, reads, options);
  if ('fetch' in step) return toFetch(step.fetch, reads, options);
  if ('receiver' in step) return toReceiver(step.receiver, options);
  if ('callbacks' in step) {
    const { receiver, count, within_seconds: seconds } = step.callbacks;
    const what = count === 1 ? '1 callback' : `${count} callbacks`;
    return [`# wait up to ${seconds} s for ${what} at $${toVariable(receiver)}`];
  }
  if ('wait' in step) return [`sleep "${fillWord(step.wait.seconds)}"`];
  if ('parallel' in step) {
    const request = toCurl(step.parallel.request, { ...options, flags: '-sSi' });
    return [`for i in $(seq "${fillWord(step.parallel.times)}"); do ${request} & done; wait`];
  }
  if ('raw' in step) {
    const text = JSON.stringify(options.fill(step.raw.send)).slice(1, -1).replaceAll('%', '%%');
    return [`printf ${quoteShell(readMarks(text))} | nc "$HOST" "$PORT"`];
  }
  if ('hook' in step) {
    const { name, values } = step.hook;
    const given = values === undefined ? '' : ` with ${withoutMarks(JSON.stringify(options.fill(values)))}`;
    return [`# make the target do this: ${name}${given}`];
  }
  return [];
}

/** The answer of a request is shown; what later lines read of it is kept as well. */
function toRequest(
  request: RequestTemplate,
  { body, headers }: Reads,
  options: HandOptions,
): readonly string[] {
  if (!body && !headers) return [toCurl(request, { ...options, flags: '-sSi' })];
  const curl = toCurl(request, { ...options, flags: headers ? '-sS -D headers' : '-sS -D /dev/stderr' });
  const unwrap = request.operation === 'getTask' ? ` | jq -c '${RECORD}'` : '';
  return [`BODY=$(${curl} | tee /dev/stderr${unwrap})`, ...(headers ? ['cat headers'] : [])];
}

/** The task record of an answer, which may come in a wrapper. */
const RECORD = 'if .id then . else .data[0]? // .data // . end';
/** The condition of the polling loop: the task is in a state that section 3 does not name as final. */
const UNDER_WAY = `jq -e '(${RECORD}).status | strings | IN(${ENDS.map((one) => `"${one}"`).join(', ')}) | not' <<<"$BODY" >/dev/null`;

function toPoll(
  { task, key, until, within_seconds: seconds, language }: PollTemplate,
  reads: Reads,
  options: HandOptions,
): readonly string[] {
  const request = {
    operation: 'getTask',
    parameters: { task_id: task },
    ...(key === undefined ? {} : { key }),
    ...(language === undefined ? {} : { query: { language } }),
  };
  if (until === 'true') return toRequest(request, reads, options);
  const limit = seconds === undefined ? '' : `, at most ${seconds} s`;
  if (until !== undefined)
    return [`# Repeat until this is true${limit}: ${until}`, ...toRequest(request, reads, options)];
  const curl = toCurl(request, { ...options, flags: '-sS' });
  return [
    `# Polls until the task has ended${limit}:`,
    `while BODY=$(${curl}); ${UNDER_WAY}; do sleep 3; done; echo "$BODY"`,
    ...(reads.body ? [`BODY=$(jq -c '${RECORD}' <<<"$BODY")`] : []),
  ];
}

function toFetch(
  { url, urls, method, headers }: FetchTemplate,
  reads: Reads,
  { fill }: HandOptions,
): readonly string[] {
  const quoted = (address: string): string => {
    const text = insideDoubleQuotes(readMarks(address));
    return `"${text.startsWith('/') ? '$BASE' : ''}${text}"`;
  };
  const options = [
    method === 'HEAD' ? '-I' : `-o file -D ${reads.headers ? 'headers' : '-'}`,
    ...Object.entries(toObject(fill(headers))).map(
      ([name, value]) => `-H ${quoteShell(readMarks(`${name}: ${value}`))}`,
    ),
  ].join(' ');
  if (url !== undefined)
    return [`curl -sS ${options} ${quoted(String(fill(url)))}`, ...(reads.headers ? ['cat headers'] : [])];
  // Unquoted, so that the shell splits a variable that holds a list; addresses contain no spaces.
  const each = [fill(urls) ?? []].flat().map((address) => insideDoubleQuotes(readMarks(String(address))));
  return [`for url in ${each.join(' ')}; do curl -sS ${options} "$url"; done`];
}

function toReceiver(
  { name, path = '', answers = [{}], closed }: ReceiverTemplate,
  { fill, keep }: HandOptions,
): readonly string[] {
  const end = withoutMarks(String(fill(path)));
  const place = `${keep(name)}: a URL of yours${end === '' ? '' : ` that ends in ${end}`}`;
  if (closed) return [`# ${place}${end === '' ? '' : ','} on a port where nothing listens`];
  const each = answers.map(({ status = 200, silent, drop, delay_seconds: delay }) => {
    if (silent) return 'does not respond';
    if (drop) return 'closes the connection';
    return `responds with ${withoutMarks(String(fill(status)))}${delay === undefined ? '' : ` after ${delay} s`}`;
  });
  return [`# ${place}${end === '' ? ' that' : ' and'} ${each.join(', then ')}`];
}

/** `true` is the check of a step that only keeps values. */
function saysSomething({ that, ...others }: Expectation): boolean {
  return that !== 'true' || Object.keys(others).length > 0;
}

/** `an ErrorEnvelope`, `a TaskRecord`: schemas are named by words. */
export function withArticle(name: string): string {
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}

function toCheck({ requirement, ...check }: Expectation, options: HandOptions): string {
  const named = requirement ?? options.requirement;
  const { status, headers, body, schema, contract, that } = check;
  const parts = [
    status === undefined ? '' : `status ${String(options.fill(status))}`,
    headers === undefined ? '' : `headers ${JSON.stringify(options.fill(headers))}`,
    body === undefined ? '' : `body has ${JSON.stringify(options.fill(body))}`,
    schema === undefined ? '' : `body is ${withArticle(schema)} (conformance/schemas)`,
    contract === undefined ? '' : `body is ${withArticle(contract)} of the contract`,
    that ?? '',
  ].filter((part) => part !== '');
  return `${named ?? 'What follows needs'}: ${withoutMarks(parts.join('; ')).replaceAll('\n', ' ')}`;
}
