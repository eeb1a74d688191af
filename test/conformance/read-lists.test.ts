import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emitSuite } from '../../scripts/emit/conformance/suite.ts';
import { readLists } from '../../src/conformance/suite/read-lists.ts';

const CASE = 'conformance/cases/pots/tea.yaml';

/** A small suite in a folder of its own. */
function createSuite() {
  const root = mkdtempSync(join(tmpdir(), 'gatewright-suite-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('conformance/requirements/pot.yaml', '- { id: GW-POT-001, statement: A pot is round. }\n');
  write('conformance/requirements/cup.yaml', '- { id: GW-CUP-001, statement: "A cup\\u2019s handle." }\n');
  write(CASE, '- { id: pots.tea, title: Tea, steps: [] }\n');
  write('conformance/invariants.yaml', '- { id: warm, requirement: GW-POT-001, that: "status == 200" }\n');
  /** Writes the generated file, with a change that shows whether it is read. */
  const generate = async (change: (text: string) => string = (text) => text) => {
    const [file] = await emitSuite({ root } as Parameters<typeof emitSuite>[0]);
    write('generated/conformance-suite.json', change(file?.text ?? ''));
  };
  return { root, write, generate };
}

const content = {
  requirements: [
    { id: 'GW-CUP-001', statement: 'A cup’s handle.' },
    { id: 'GW-POT-001', statement: 'A pot is round.' },
  ],
  cases: [{ id: 'pots.tea', title: 'Tea', steps: [], file: CASE }],
  invariants: [{ id: 'warm', requirement: 'GW-POT-001', that: 'status == 200' }],
};

test('the lists are the same from YAML and from what is generated of it', async () => {
  const { root, generate } = createSuite();
  expect(await readLists(root)).toEqual(content);
  await generate();
  expect(await readLists(root)).toMatchObject(content);
});

test('what is generated is read while it is of the same texts, and the YAML again when one of them changes', async () => {
  const { root, write, generate } = createSuite();
  await generate((text) => text.replace('"Tea"', '"Coffee"'));
  expect((await readLists(root)).cases[0]?.title).toBe('Coffee');
  write(CASE, '- { id: pots.tea, title: Green tea, steps: [] }\n');
  expect((await readLists(root)).cases[0]?.title).toBe('Green tea');
  await generate((text) => text.replace('"Green tea"', '"Coffee"'));
  write('conformance/cases/pots/mate.yaml', '- { id: pots.mate, title: Mate, steps: [] }\n');
  expect((await readLists(root)).cases.map(({ title }) => title)).toEqual(['Mate', 'Green tea']);
});

test('a file that cannot be parsed is named', async () => {
  const { root, write } = createSuite();
  write(CASE, '- { id: pots.tea');
  await expect(readLists(root)).rejects.toThrow(`${CASE}: `);
  write('generated/conformance-suite.json', '<<<<<<< HEAD');
  await expect(readLists(root)).rejects.toThrow('generated/conformance-suite.json: ');
});

test('what is generated for this project is of its present texts', async () => {
  const root = join(import.meta.dirname, '../..');
  expect(await readLists(root)).toHaveProperty('sources');
});
