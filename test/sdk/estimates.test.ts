import { expect, test } from 'vitest';
import { createTranslate, UnsupportedExpression } from '../../scripts/sdk/estimates/expression-tree.ts';
import { callCommand } from '../cli/call-command.ts';
import { createOwnFolder } from '../own-models/own-folder.ts';

const translate = createTranslate({
  properties: {
    n: { type: 'integer' },
    prompt: { type: 'string' },
    fast: { type: 'boolean' },
    scale: { type: 'number' },
    image_urls: { type: 'array', items: { type: 'string' } },
    anything: {},
    options: { type: 'object', properties: { copies: { type: 'integer' } } },
    open: { type: 'object' },
  },
});

test.each([
  ['self.n > 6 ? 6 : self.n', ['?:', ['<', 6, ['int', 'n']], 6, ['int', 'n']]],
  ["self.prompt in ['a', 'b']", ['||', ['==', ['text', 'prompt'], 'a'], ['==', ['text', 'prompt'], 'b']]],
  ['self.n in []', false],
  ['has(self.options.copies) && self.fast', ['&&', ['has', 'options', 'copies'], ['flag', 'fast']]],
  ['-self.n <= self.image_urls.size()', ['!', ['<', ['length', 'image_urls'], ['-', 0, ['int', 'n']]]]],
  ['has(self.anything) != true', ['!', ['==', ['has', 'anything'], true]]],
])('%s is a tree', (text, tree) => expect(translate(text)).toEqual(tree));

test.each([
  ['size(self.prompt) > 3', 'size(self.prompt)'],
  ["self.prompt.startsWith('a')", 'self.prompt.startsWith("a")'],
  ['self.n > 1.5', '1.5'],
  ['self.scale == 2.0', 'self.scale'],
  ['self.anything == 1', 'self.anything'],
  ["self['n'] == 1", 'self["n"]'],
  ['self.image_urls == []', 'self.image_urls'],
  ["self.image_urls.exists(one, one == 'a')", 'self.image_urls.exists(one, one == "a")'],
  ['has(self.open.member)', 'self.open.member'],
  ['self.n > 9007199254740993', '9007199254740993'],
  ["self.prompt + 'a' == 'ba'", 'self.prompt'],
])('%s is none, because of %s', (text, part) =>
  expect(() => translate(text)).toThrow(new UnsupportedExpression(part)),
);

test('the command says which models SDKs cannot estimate', async () => {
  using own = await createOwnFolder();
  const model = own.read('models/Paper10.json');
  const output =
    '"x-output": { "images": { "count": "size(self.prompt) > 9 ? 2 : 1", "max": 2 } },\n  "x-prices"';
  own.write('models/Paper10.json', model.replace('"x-prices": {', `${output}: {`));
  const { code, err } = await callCommand(
    'sdk',
    'java',
    '--out',
    `${own.cwd}/sdk`,
    '--models',
    `${own.cwd}/models`,
  );
  expect(err).toBe('paper-1.0 cannot be estimated by SDKs, which do not evaluate size(self.prompt).\n');
  expect(code).toBe(0);
});
