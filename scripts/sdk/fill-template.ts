import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFolder } from '../contract/files/data-file.ts';

/** Copies a folder of templates; `{{name}}` is replaced by the value of that name. Throws for a name without a value. */
export async function fillTemplate(
  template: string,
  out: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const name of await listFolder(template, '')) {
    const text = await readFile(join(template, name), 'utf8');
    const filled = text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`${name} names {{${key}}}, which has no value.`);
      return value;
    });
    await mkdir(dirname(join(out, name)), { recursive: true });
    await writeFile(join(out, name), filled);
  }
}
