import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { PUBLISHED } from '../validators/validator.ts';
import { validators } from '../validators/validators.ts';
import { generators } from './generators.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/sdk-generators.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));

test.each(generators.map((generator) => [generator.name, generator] as const))(
  'the page shows how %s handles the profile, with its version and command',
  (name, { version, command }) => {
    expect(rows.find(([first]) => first === name)?.slice(0, 2)).toEqual([name, version]);
    expect(page).toContain(`# ${name}\n${command}\n`);
    expect(command).toContain(version);
  },
);

test.each(validators.map((validator) => [validator.name, validator] as const))(
  'the page shows that %s finds nothing in what it reads',
  (name, { version, command, reads }) => {
    const expected = PUBLISHED.map((document) =>
      reads.includes(document.version) ? '0 problems' : 'not read',
    );
    expect(rows.find(([first]) => first === name)).toEqual([name, version, ...expected]);
    expect(page).toContain(`# ${name}\n${command}\n`);
  },
);

test('no generator on the page fails', () => {
  expect(
    rows.filter((cells) => cells.slice(2, 4).some((cell) => /^(fails|not tried|not here)/.test(cell))),
  ).toEqual([]);
});

test('every document of an API in generated/ is validated', () => {
  const files = globSync('*openapi*.{json,yaml}', { cwd: join(root, 'generated') });
  expect(PUBLISHED.flatMap((document) => document.files).toSorted()).toEqual(files.toSorted());
});

test('Redocly and TypeScript are those of the project', () => {
  expect(validators[0]?.version).toBe(project.devDependencies['@redocly/cli']);
  const heyApi = generators.find(({ name }) => name === 'hey-api');
  expect(heyApi?.command).toContain(`-p typescript@${project.devDependencies.typescript} `);
});
