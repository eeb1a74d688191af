import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../contract/contract.ts';
import { estimatesFile } from '../estimates/estimates.ts';
import { fillTemplate } from '../fill-template.ts';
import type { SdkLanguage } from '../language.ts';
import { findSdkOperation, listSdkOperations } from '../sdk-document.ts';
import { pathsClass, policiesClass } from './constants.ts';
import { listJavaRecords, toJavaName } from './java-types.ts';
import { interfaceSource, recordSource } from './record-source.ts';

const TEMPLATE = join(import.meta.dirname, 'template');
const SOURCES = 'src/main/java/dev/gatewright';
const RESOURCES = 'src/main/resources/dev/gatewright/internal';

/** Java: types as records by ourselves, which nothing has to be installed for, and the client by hand. */
export const java: SdkLanguage = {
  name: 'java',
  title: 'Java',
  async write({ document, estimates, policies, version }, out, progress) {
    progress.step('Generating');
    await fillTemplate(TEMPLATE, out, { version });
    const files = [
      ['internal/Policies', policiesClass(policies)],
      ['internal/Paths', pathsClass(listSdkOperations(document))],
      ...typeFiles(document),
    ] as const;
    const resources = join(out, RESOURCES);
    await mkdir(resources, { recursive: true });
    await writeFile(join(resources, 'estimates.json'), estimatesFile(estimates));
    await Promise.all(files.map(([name, source]) => writeFile(join(out, SOURCES, `${name}.java`), source)));
  },
};

type File = readonly [name: string, source: string];

function typeFiles(document: JsonObject): readonly File[] {
  const interfaces = [
    { name: 'ImageRequest', about: 'A request for images', requests: requestsOf(document, 'createImage') },
    { name: 'VideoRequest', about: 'A request for videos', requests: requestsOf(document, 'createVideo') },
  ];
  const types = listJavaRecords(document).map((record): File => {
    const implemented = interfaces.filter(({ requests }) => requests.includes(record.name));
    return [
      `types/${record.name}`,
      recordSource(
        record,
        implemented.map(({ name }) => name),
      ),
    ];
  });
  return [
    ...types,
    ...interfaces.map(
      ({ name, about, requests }): File => [`types/${name}`, interfaceSource(name, about, requests)],
    ),
  ];
}

function requestsOf(document: JsonObject, operation: string): readonly string[] {
  return findSdkOperation(document, operation).requests.map(toJavaName);
}
