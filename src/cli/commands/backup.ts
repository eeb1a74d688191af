import { readStoreConfig } from '../../node/config/config.ts';
import { complain, complainOf, print, readCommandLine } from '../command-line.ts';

const USAGE = `gatewright backup FILE [options]

Writes a snapshot of the embedded database to a new file; serve may be running. To restore it, copy it into an empty
folder as gatewright.db and serve that folder. For PostgreSQL, it prints the equivalent pg_dump command.

  gatewright backup backup.db --data ./data

  --data DIR    folder of the embedded database (default gatewright-data)
  --config FILE configuration file of the service, for that folder
  --help        show this text
`;

const PG_DUMP =
  'Back up PostgreSQL with its own tool, which works while services run: pg_dump --format=custom';

/** `gatewright backup`: returns the exit code. */
export async function runBackup(args: readonly string[]): Promise<number> {
  const line = readCommandLine(args, {
    config: { type: 'string' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (line.kind === 'invalid') return complainOf('backup', line.message);
  if (line.flags.help) return print(USAGE);
  const [file, ...others] = line.words;
  if (!file || others.length > 0)
    return complainOf('backup', 'Specify the file to write: gatewright backup FILE.');
  const read = readStoreConfig(line.flags);
  if (read.kind === 'invalid') return complainOf('backup', read.message);
  const { database } = read.config;
  if (database.kind === 'postgres')
    return complain(`${PG_DUMP} --file ${JSON.stringify(file)} "$DATABASE_URL"\n`);
  const { backUpSqlite } = await import('../../adapters/store/sqlite/back-up-sqlite.ts');
  try {
    backUpSqlite(database.folder, file);
  } catch (error) {
    return complain(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  return print(`${file}\n`);
}
