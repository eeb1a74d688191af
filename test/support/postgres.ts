import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { connectionTo, isPostgresInstalled, startOnce } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL of this run lives, once a test asks for it. */
    readonly postgresFolder: string;
  }
}

/** Whether PostgreSQL is installed; where it is required (`CI`), it counts as installed, so that the tests fail without it. */
export const hasPostgres = checkPostgres();

/** How a database of the tests differs from the others, which sort by bytes. */
export interface DatabaseOptions {
  /** A locale of ICU to sort by, such as `en`. */
  readonly icuLocale?: string;
}

/** Creates an empty database in the PostgreSQL of this run, which the first call starts. */
export async function createPostgresDatabase({ icuLocale }: DatabaseOptions = {}): Promise<string> {
  const folder = inject('postgresFolder');
  await startOnce(folder);
  const collation = icuLocale ? `template template0 locale_provider icu icu_locale '${icuLocale}'` : '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(connectionTo(folder, 'postgres'), `create database ${name} ${collation}`);
  return connectionTo(folder, name);
}

/** Runs one statement over its own connection. */
export async function query(connectionString: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function checkPostgres(): boolean {
  if (isPostgresInstalled() || process.env.CI) return true;
  console.warn('PostgreSQL is not installed: its tests are SKIPPED. Debian: apt-get install postgresql');
  return false;
}
