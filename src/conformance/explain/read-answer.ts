import { toVariable } from './shell-text.ts';

const MEMBER = String.raw`(?:\.\w+|\[\d+\])`;
const PATH = new RegExp(`^body(${MEMBER}+)$`);
const NANO = new RegExp(`^nano\\(body(${MEMBER}+)\\)$`);
const HEADER = /^headers\['([\w-]+)'\]$/;

/** The addresses of results, whose member `url` is a text or a list. */
const ADDRESSES = '[.result | (.images, .videos)[]?.url] | flatten';
const BY_JQ: Readonly<Record<string, string>> = {
  'urls(body)': `${ADDRESSES}[]`,
  'urls(body)[0]': `${ADDRESSES}[0]`,
};

/** The shell code for what an expression reads of the last answer, which is in `$BODY` and the file `headers`; undefined for others. */
export function readByShell(expression: string): string | undefined {
  if (expression === 'body') return '$BODY';
  const path = BY_JQ[expression] ?? PATH.exec(expression)?.[1];
  if (path !== undefined) return `$(jq -r '${path}' <<<"$BODY")`;
  const [, header] = HEADER.exec(expression) ?? [];
  return header === undefined ? undefined : `$(sed -n 's/^${header}: *//Ip' headers | tr -d '\\r')`;
}

/** Whether expressions or templates read the body, or headers, of the last answer by the shell. */
export function readsAnswer(expressions: readonly string[]): {
  readonly body: boolean;
  readonly headers: boolean;
} {
  const codes = expressions.flatMap((expression) => readByShell(expression) ?? []);
  return {
    body: codes.some((code) => code.includes('$BODY')),
    headers: codes.some((code) => code.includes(' headers ')),
  };
}

/** The variable for a path of an answer: the last of its names. `body.result.images[0].url[0]` is `URL`. */
export function nameOfPath(expression: string): string {
  const names = expression.match(/[a-z_][\w-]*/gi) ?? [];
  return toVariable(names.at(-1) ?? expression);
}

const WORDS: Readonly<Record<string, string>> = {
  status: 'the status of the answer',
  text: 'the text of the answer',
  'text.size()': 'the length of the text of the answer',
  waited: 'the seconds that the task took',
  file: 'the file',
  'file.bytes': 'the length of the file',
  'type(body.error) == string ? body.error : body.error.message': 'the text of the error',
};

/** What a variable has to hold that no simple command reads. */
export function describeVariable(expression: string): string {
  const known = WORDS[expression];
  if (known !== undefined) return known;
  const [, amount] = NANO.exec(expression) ?? [];
  return amount === undefined
    ? `what this gives: ${expression}`
    : `the number in \`${amount.replace(/^\./, '')}\`, in nano-dollars`;
}
