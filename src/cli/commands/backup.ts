import { readStoreConfig } from '../../node/config/config.ts';
import { print, readCommandLine } from '../command-line.ts';
import { refuse, refuseArguments } from '../options/refusal.ts';
import { printHelp } from '../print-help.ts';

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
  const options = { config: { type: 'string' }, data: { type: 'string' } } as const;
  const { flags, words } = readCommandLine(args, options, 1);
  if (flags.help) return printHelp(USAGE);
  const [file] = words;
  if (!file) return refuseArguments('Specify the file to write: gatewright backup FILE.');
  const read = readStoreConfig(flags);
  if (read.kind === 'invalid') return refuseArguments(read.message);
  const { database } = read.config;
  if (database.kind === 'postgres')
    return refuse(`${PG_DUMP} --file ${JSON.stringify(file)} "$DATABASE_URL"`);
  const { backUpSqlite } = await import('../../adapters/store/sqlite/back-up-sqlite.ts');
  try {
    backUpSqlite(database.folder, file);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  return print(`${file}\n`);
}
