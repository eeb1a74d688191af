import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { spreadOf } from '../figures.ts';

/** What a loop of single-row commits reached. */
export interface RawCommits {
  readonly perSecond: number;
  readonly middleMs: number;
  readonly commits: number;
}

/** As long as the text that a submission stores. */
const ROW = 'x'.repeat(1000);

/** Inserts one row a transaction into a new database for so many seconds, with the gateway's own settings: every commit is flushed to disk. */
export function commitRows(seconds: number): RawCommits {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-sqlite-'));
  const database = new DatabaseSync(join(folder, 'raw.db'));
  try {
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('create table rows (id integer primary key, body text not null)');
    const insert = database.prepare('insert into rows (body) values (?)');
    const times: number[] = [];
    const begun = performance.now();
    for (let now = begun; now - begun < seconds * 1000; ) {
      insert.run(ROW);
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
    const elapsed = (performance.now() - begun) / 1000;
    return {
      perSecond: times.length / elapsed,
      middleMs: spreadOf(times).median,
      commits: times.length,
    };
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}
