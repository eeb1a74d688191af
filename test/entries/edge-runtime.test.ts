import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { constructorsOfLiterals } from '../../scripts/build/constructors-of-literals.ts';
import { runAtTheEdge } from './edge-runtime.ts';

const sources = { absWorkingDir: resolve(import.meta.dirname, '../..'), plugins: [constructorsOfLiterals] };

test('rules, sizes and prices are those of other runtimes', async () => {
  const module = `
    import { plan, validate } from './src/entries/contract.ts';
    export const run = (request) => [plan(request), validate({ ...request, layer_decomposition: true })];`;
  const request = {
    model: 'sx-5-0-pro',
    prompt: 'A boat',
    resolution: '2K',
    image_urls: ['https://example.com/1.png', 'https://example.com/2.png'],
  };
  expect(await runAtTheEdge(module, request, sources)).toEqual([
    expect.objectContaining({ count: 1, size: { width: 2048, height: 2048 } }),
    [expect.objectContaining({ path: '/image_urls' })],
  ]);
});

test('lists and maps of an expression are known', async () => {
  const module = `
    import { compileExpression } from './src/contract/rules/cel.ts';
    const expressions = ["['a', 'b'][1]", "{'a': self.size}.a", "self.size.split('x')[0]"];
    export const run = (self) => expressions.map((expression) => compileExpression(expression)({ ...self }));`;
  expect(await runAtTheEdge(module, { size: '16x9' }, sources)).toEqual([
    { kind: 'value', value: 'b' },
    { kind: 'value', value: '16x9' },
    { kind: 'value', value: '16' },
  ]);
});
