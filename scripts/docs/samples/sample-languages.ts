import { writeGoSample } from '../../sdk/go/sample.ts';
import { writeJavaSample } from '../../sdk/java/sample.ts';
import { writePythonSample } from '../../sdk/python/sample.ts';
import { writeRustSample } from '../../sdk/rust/sample.ts';
import type { WriteSample } from '../../sdk/sample.ts';
import { writeCurlSample } from './curl.ts';
import { createScriptWriter } from './typescript.ts';

/** A language in which the site shows samples. */
export interface SampleLanguage {
  /** As people write it. */
  readonly title: string;
  /** As highlighters write it. */
  readonly name: string;
  readonly write: WriteSample;
}

/** The languages of the samples, for a model of this package or one of a user. */
export function sampleLanguages(isOwn: boolean): readonly SampleLanguage[] {
  return [
    { title: 'curl', name: 'sh', write: writeCurlSample },
    { title: 'TypeScript', name: 'ts', write: createScriptWriter(isOwn) },
    { title: 'Python', name: 'python', write: writePythonSample },
    { title: 'Go', name: 'go', write: writeGoSample },
    { title: 'Java', name: 'java', write: writeJavaSample },
    { title: 'Rust', name: 'rust', write: writeRustSample },
  ];
}
