import { resolve } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const head = `import type { GetTaskRequest, Operations } from '../../../generated/stub.ts';
declare const rest: Omit<Operations<null>, 'getTask'>;
const error = { error: { code: 404, message: 'gone', type: 'invalid_request_error' } } as const;
`;

/** Each is a separate program, with the expected part of the compiler's message. */
const cases: readonly [string, { given: string; want: string }][] = [
  [
    'accepts declared answers',
    {
      given: `export const service = { ...rest, getTask: async ({ path }: GetTaskRequest) => path.task_id === ''
        ? { status: 404, body: error } as const
        : { status: 200, body: { id: path.task_id, status: 'submitted', progress: 0, cost: 0 } } as const } satisfies Operations<null>;`,
      want: '',
    },
  ],
  [
    'refuses a missing operation',
    { given: 'export const service: Operations<null> = rest;', want: "'getTask' is missing" },
  ],
  [
    'refuses an undeclared status',
    {
      given: `export const service: Operations<null> = { ...rest, getTask: async () => ({ status: 418, body: error }) };`,
      want: "Type '418' is not assignable",
    },
  ],
  [
    'refuses the body of another status',
    {
      given: `export const service: Operations<null> = { ...rest, getTask: async () => ({ status: 200, body: error }) };`,
      want: "is not assignable to type 'Promise<GetTaskResponse>'",
    },
  ],
  [
    'refuses a stream where none is declared',
    {
      given: `async function* chunks() { yield 'data: x'; }
        export const service: Operations<null> = { ...rest,
          getTask: async () => ({ status: 200, contentType: 'text/event-stream', body: chunks() }) };`,
      want: "is not assignable to type 'Promise<GetTaskResponse>'",
    },
  ],
];

const messages = new Map<string, string>();

beforeAll(() => {
  const sources = new Map(
    cases.map(([, { given }], index) => [resolve(import.meta.dirname, `case-${index}.ts`), head + given]),
  );
  const parsed = ts.parseConfigFileTextToJson(
    'tsconfig.json',
    ts.sys.readFile(resolve(root, 'tsconfig.json')) ?? '',
  );
  const { options } = ts.parseJsonConfigFileContent(parsed.config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, version) => {
    const text = sources.get(name);
    return text === undefined
      ? getSourceFile.call(host, name, version)
      : ts.createSourceFile(name, text, version);
  };
  host.fileExists = (name) => sources.has(name) || fileExists.call(host, name);
  const program = ts.createProgram([...sources.keys()], options, host);
  for (const name of sources.keys()) {
    const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(name));
    messages.set(
      name,
      found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'),
    );
  }
});

test.each(cases)('%s', (name, { want }) => {
  const index = cases.findIndex(([other]) => other === name);
  const message = messages.get(resolve(import.meta.dirname, `case-${index}.ts`));
  if (want === '') expect(message).toBe('');
  else expect(message).toContain(want);
});
