import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { type Entry, typesOf } from './entries.ts';
import { ROOT } from './project.ts';

/** Where declarations are and what is done with the reports of their entries. */
export interface ReportOptions {
  /** The folder of the package. */
  readonly folder: string;
  /** Whether the entries may name types of Node. */
  readonly node: boolean;
  /** Name of the report of an entry, without its extension. */
  readonly reportOf: (entry: Entry) => string;
  /** The folder of the committed reports. */
  readonly reports: string;
  /** Compares only. */
  readonly check: boolean;
}

/** Reports the public surface of entries, which are compiled together; returns the names of the reports that differ from the committed ones. */
export function reportApi(entries: readonly Entry[], options: ReportOptions): readonly string[] {
  const { folder, reportOf, reports, check } = options;
  mkdirSync(reports, { recursive: true });
  const configs = entries.map((entry) => ({ report: reportOf(entry), config: prepare(entry, options) }));
  const [first] = configs;
  if (!first) return [];
  const additionalEntryPoints = entries.map((entry) => join(folder, typesOf(entry)));
  const compilerState = CompilerState.create(first.config, { additionalEntryPoints });
  return configs
    .filter(({ report, config }) => isChanged(config, { report, compilerState, check }))
    .map(({ report }) => report);
}

function isChanged(
  config: ExtractorConfig,
  { report, compilerState, check }: { report: string; compilerState: CompilerState; check: boolean },
): boolean {
  const faults: string[] = [];
  const { apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: !check,
    messageCallback: (message) => {
      message.handled = true;
      if (message.category === 'Compiler') faults.push(message.text);
    },
  });
  if (faults.length > 0) throw new Error(`${report}: ${faults.join('\n')}`);
  return apiReportChanged;
}

const SILENT = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false };

function prepare(entry: Entry, { folder, node, reportOf, reports }: ReportOptions): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, typesOf(entry)),
      compiler: { overrideTsconfig: { compilerOptions: compilerOptions(node) } },
      apiReport: {
        enabled: true,
        reportFileName: reportOf(entry),
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
