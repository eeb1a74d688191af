import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { type Entry, typesOf } from './entries.ts';
import { ROOT } from './project.ts';

/** Where declarations are and what is done with the report of an entry. */
export interface ReportOptions {
  /** The folder of the package. */
  readonly folder: string;
  /** Whether the entry may name types of Node. */
  readonly node: boolean;
  /** Name of the report, without its extension. */
  readonly report: string;
  /** The folder of the committed reports. */
  readonly reports: string;
  /** Compares only. */
  readonly check: boolean;
}

const SILENT = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false };

/** Reports the public surface of an entry; returns whether it is the committed one. */
export function reportApi(entry: Entry, { folder, node, report, reports, check }: ReportOptions): boolean {
  mkdirSync(reports, { recursive: true });
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, typesOf(entry)),
      compiler: { overrideTsconfig: { compilerOptions: compilerOptions(node) } },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: reports,
        reportTempFolder: join(folder, 'reports'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        // A type that the surface names and that users cannot import.
        extractorMessageReporting: {
          default: SILENT,
          'ae-forgotten-export': { ...SILENT, addToApiReportFile: true },
        },
        tsdocMessageReporting: { default: SILENT },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
  const faults: string[] = [];
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !check,
    messageCallback: (message) => {
      message.handled = true;
      if (message.category === 'Compiler') faults.push(message.text);
    },
  });
  if (faults.length > 0) throw new Error(`${report}: ${faults.join('\n')}`);
  return !apiReportChanged;
}

function compilerOptions(node: boolean): object {
  return {
    target: 'es2024',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: node ? ['es2024', 'esnext.disposable'] : ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: node ? ['node'] : [],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    strict: true,
    skipLibCheck: true,
  };
}
