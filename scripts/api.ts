import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clientEntries, type Entry, gatewrightEntries, nameOf } from './build/entries.ts';
import { ROOT } from './build/project.ts';
import { reportApi } from './build/report-api.ts';
import { writeTypes } from './build/write-types.ts';
import { runMain } from './run-main.ts';

const REPORTS = 'docs/api';

interface PackageApi {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly node: boolean;
}

/** Reports from declarations alone; returns the files that differ from the committed ones. */
function reportPackage({ name, entries, node }: PackageApi, check: boolean): readonly string[] {
  const folder = join(ROOT, 'dist/types', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0' }));
  writeTypes(entries, { out: folder, node });
  const title = name.replace('@', '').replace('/', '-');
  const reportOf = (entry: Entry) => (entry.path === '.' ? title : `${title}-${nameOf(entry)}`);
  const changed = reportApi(entries, { folder, node, reportOf, reports: join(ROOT, REPORTS), check });
  return changed.map((report) => `${REPORTS}/${report}.api.md`);
}

/** `npm run api`: writes what is public of both packages to `docs/api`; with `--check` it fails on a difference instead. */
await runMain(async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const changed = [
    ...reportPackage({ name: 'gatewright', entries: gatewrightEntries, node: true }, values.check),
    ...reportPackage({ name: '@gatewright/client', entries: clientEntries, node: false }, values.check),
  ];
  if (values.check && changed.length > 0)
    throw new Error(`The public surface has changed: run npm run api. ${changed.join(', ')}`);
  for (const file of changed) console.log(`wrote ${file}`);
});
