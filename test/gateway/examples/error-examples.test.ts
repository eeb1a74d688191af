import { describe, expect, test } from 'vitest';
import { problem } from '../../../src/contract/problem.ts';
import { openapi } from '../../support/expect-declared.ts';
import { openWire } from '../../support/open-wire.ts';
import { type OperationRequest, operationRequests } from '../../support/operation-requests.ts';
import { shells } from '../../support/shells.ts';
import { provocationNames, provocationOf } from './provocations.ts';

interface ErrorExample {
  readonly request: OperationRequest;
  readonly status: number;
  readonly name: string;
  readonly value: unknown;
}

/** Responses of services around the gateway, or of gateways that omit something: this gateway never sends them. */
const elsewhere: Readonly<Record<string, unknown>> = {
  notOffered: problem('not_offered').body,
  'createImage upstreamUnavailable': problem('bad_gateway').body,
  'createVideo upstreamUnavailable': problem('bad_gateway').body,
};

/** Every example of every error of every operation, wherever it is written. */
const examples: readonly ErrorExample[] = operationRequests.flatMap((request) => {
  const [path = ''] = request.target.split('?');
  const entry = Object.entries(openapi.paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const responses = entry?.[1][request.method.toLowerCase()]?.responses ?? {};
  return Object.entries(responses).flatMap(([status, response]) =>
    Number(status) < 400
      ? []
      : readExamples(response).map(([name, value]) => ({ request, status: Number(status), name, value })),
  );
});

function readExamples(response: object): readonly (readonly [string, unknown])[] {
  const found = '$ref' in response ? resolve(String(response.$ref)) : response;
  const written: unknown = ['content', 'application/json', 'examples'].reduce<unknown>(
    (inner, name) => Reflect.get(Object(inner), name),
    found,
  );
  return Object.entries(Object(written)).map(([name, example]) => [
    name,
    Reflect.get(Object(example), 'value'),
  ]);
}

function resolve(reference: string): unknown {
  const names = reference.slice(2).split('/');
  return names.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), openapi);
}

/** The same body whatever the request was called. */
function unnamed(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/req_\w+/g, 'req_'));
}

test('every operation and every error status has examples', () => {
  expect(new Set(examples.map(({ request }) => request.operationId)).size).toBe(operationRequests.length);
  expect(examples.length).toBeGreaterThan(100);
});

test('every provocation belongs to an example', () => {
  const used = new Set(examples.flatMap(({ request, name }) => [name, `${request.operationId} ${name}`]));
  expect(provocationNames.filter((name) => !used.has(name))).toEqual([]);
});

describe.each(shells)('through the $name shell the gateway answers as the document shows', (shell) => {
  test.each(
    examples.map((example) => [example.request.operationId, example.status, example.name, example] as const),
  )('%s %i %s', async (operationId, status, name, { request, value }) => {
    const known = elsewhere[`${operationId} ${name}`] ?? elsewhere[name];
    if (known) return expect(value).toEqual(known);
    const provocation = provocationOf(operationId, name);
    if (!provocation)
      throw new Error(`Nobody knows how to provoke ${name} of ${operationId}: add it to provocations.ts`);
    await using wire = await openWire(shell, provocation.options);
    const answer = await provocation.ask(wire, request);
    wire.faults.length = 0;
    const [inTest = '', inPolicy = ''] = provocation.scaled ?? [];
    const body: unknown = JSON.parse(JSON.stringify(answer.body).replaceAll(inTest || '\0', inPolicy));
    expect([answer.status, unnamed(body)]).toEqual([status, unnamed(value)]);
  });
});
