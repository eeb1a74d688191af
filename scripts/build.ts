import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClient } from './build/build-client.ts';
import { buildGatewright } from './build/build-gatewright.ts';
import { ROOT } from './build/project.ts';
import { runMain } from './run-main.ts';

/** `npm run build`: the packages `gatewright` and `@gatewright/client`, in two folders of `dist`, or of `--out`. */
await runMain(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist') } } });
  const out = resolve(values.out);
  await Promise.all([buildGatewright(join(out, 'gatewright')), buildClient(join(out, 'client'))]);
});
