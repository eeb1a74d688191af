import { expect, test } from 'vitest';
import { type FlagValues, toFields } from '../../src/cli/calls/parameter-flags.ts';
import { readParameters } from '../../src/cli/calls/parameters.ts';
import { readTaskArguments } from '../../src/cli/calls/tasks/task-arguments.ts';
import { toBody } from '../../src/cli/calls/tasks/task-request.ts';
import { parametersUsage } from '../../src/cli/calls/tasks/task-usage.ts';

test('fields with the names of flags of the command have longer flags, and --set names them, too', () => {
  const properties = { prompt: { type: 'string' }, out: { type: 'string' }, yes: { type: 'boolean' } };
  const parameters = readParameters({ properties });
  expect(parameters.map(({ flag }) => flag)).toEqual(['prompt', 'field-out', 'field-yes']);
  const line = [
    '--model',
    'x',
    '--prompt',
    'p',
    '--yes',
    '--out',
    'a.png',
    '--field-out',
    'wide',
    '--set',
    'yes=true',
  ];
  const contract = { name: 'x', model: undefined, added: undefined, parameters };
  const { flags, out, isAgreed } = readTaskArguments(line, contract);
  expect({ out, isAgreed }).toEqual({ out: 'a.png', isAgreed: true });
  expect(toFields(flags, parameters)).toEqual({ prompt: 'p', out: 'wide', yes: true });
});

test('the help says which parameters are deprecated', () => {
  const sail = { type: 'string', description: 'Sails.', deprecated: true };
  const parameters = readParameters({ properties: { sail, oar: { type: 'string', description: 'Oars.' } } });
  expect(parametersUsage('boat', parameters)).toBe(
    '\nParameters of boat:\n\n  --sail TEXT  Deprecated. Sails.\n  --oar TEXT   Oars.\n',
  );
});

test('the help states the limits of numbers', () => {
  const properties = {
    duration: { type: 'integer', minimum: 3, maximum: 16, default: 5, description: 'Seconds.' },
    seed: { type: 'integer', minimum: 0, description: 'Seed.' },
    n: { type: 'integer', maximum: 4, description: 'Number.' },
    layer: { type: 'integer', minimum: 1, maximum: 1, description: 'Layers.' },
  };
  expect(parametersUsage('boat', readParameters({ properties }))).toBe(
    '\nParameters of boat:\n\n  --duration N  Seconds. 3 to 16. Default 5.\n  --seed N      Seed. At least 0.\n  --n N         Number. At most 4.\n  --layer N     Layers. Only 1.\n',
  );
});

test('the help has one spelling of each value', () => {
  const size = { type: 'string', enum: ['1K', '1k', '2k', '2K'], description: 'Size.' };
  const help = parametersUsage('boat', readParameters({ properties: { size } }));
  expect(help.match(/\b[12]k\b/gi)).toEqual(['1K', '2k']);
});

test('a field that a schema forbids, in either form, is no parameter', () => {
  const properties = {
    stern: false,
    keel: { not: {}, description: 'Not supported.' },
    oar: { type: 'string' },
  };
  expect(readParameters({ properties }).map(({ name }) => name)).toEqual(['oar']);
});

test('a field that is given twice is refused', () => {
  const parameters = readParameters({ properties: { prompt: { type: 'string' } } });
  expect(() => toFields({ prompt: 'a', set: ['prompt=b'] }, parameters)).toThrow('prompt is given twice.');
  expect(() => toFields({ set: ['n=1', 'n=2'] }, parameters)).toThrow('n is given twice.');
});

test('numbers may be negative', () => {
  const parameters = readParameters({ properties: { seed: { type: 'integer' } } });
  expect(toFields({ seed: '-1' }, parameters)).toEqual({ seed: -1 });
  expect(toFields({ seed: '-1.5e9' }, parameters)).toEqual({ seed: '-1.5e9' });
});

test('--no-watermark turns off a switch that is on by default', () => {
  const parameters = readParameters({ properties: { watermark: { type: 'boolean', default: true } } });
  const contract = { name: 'x', model: undefined, added: undefined, parameters };
  const { flags } = readTaskArguments(['--model', 'x', '--no-watermark'], contract);
  expect(toFields(flags, parameters)).toEqual({ watermark: false });
});

test('the name of the file decides the format, unless a flag does', async () => {
  const parameters = readParameters({ properties: { output_format: { enum: ['png', 'jpeg'] } } });
  const contract = { name: 'x', model: undefined, added: undefined, parameters };
  const bodyOf = async (...line: readonly string[]) =>
    (await toBody(readTaskArguments(['--model', 'x', ...line], contract), contract)).fields;
  expect(await bodyOf('--out', 'fox.JPG')).toEqual({ model: 'x', output_format: 'jpeg' });
  expect(await bodyOf('--out', 'fox.jpg', '--output-format', 'png')).toEqual({
    model: 'x',
    output_format: 'png',
  });
  expect(await bodyOf('--out', 'fox.tiff')).toEqual({ model: 'x' });
});

test('a field with the name of --set has a longer flag, and --set takes text of several lines', () => {
  const parameters = readParameters({ properties: { set: { type: 'string' }, prompt: { type: 'string' } } });
  expect(parameters.map(({ flag }) => flag)).toEqual(['field-set', 'prompt']);
  expect(toFields({ 'field-set': 'chess', set: ['prompt=a = b\nc'] }, parameters)).toEqual({
    set: 'chess',
    prompt: 'a = b\nc',
  });
});

test('a value of a flag has the type of its field; one that does not fit stays text', () => {
  const parameters = readParameters({
    properties: {
      n: { type: 'integer' },
      size: { type: 'string' },
      mark: { type: 'boolean' },
      image_urls: { type: 'array', items: { type: 'string' } },
      options: { type: 'object' },
    },
  });
  const fieldsOf = (values: FlagValues) => toFields(values, parameters);
  expect(fieldsOf({ n: '-2', size: '2', mark: true, options: '{"mode":"standard"}' })).toEqual({
    n: -2,
    size: '2',
    mark: true,
    options: { mode: 'standard' },
  });
  expect(fieldsOf({ n: '2x' })).toEqual({ n: '2x' });
  expect(fieldsOf({ image: ['b'], 'image-urls': ['a'] })).toEqual({ image_urls: ['a', 'b'] });
  expect(fieldsOf({ set: ['a=1', 'b=x=y', 'c=', 'd={"e":null}'] })).toEqual({
    a: 1,
    b: 'x=y',
    c: '',
    d: { e: null },
  });
  expect(() => fieldsOf({ options: '{' })).toThrow('--options must be JSON; got {.');
  expect(() => fieldsOf({ set: ['n'] })).toThrow('--set must be NAME=VALUE; got n.');
  expect(() => fieldsOf({ set: ['=1'] })).toThrow('--set must be NAME=VALUE; got =1.');
  expect(() => fieldsOf({ n: '1', set: ['n=2'] })).toThrow('n is given twice.');
});
