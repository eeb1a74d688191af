import { expandCases } from '../../../src/conformance/expand/expand.ts';
import type { CaseResult, Level } from '../../../src/conformance/run/result.ts';
import { runSuite } from '../../../src/conformance/run/run-suite.ts';
import type { JsonObject } from '../../../src/conformance/suite/json.ts';
import type { Suite } from '../../../src/conformance/suite/suite.ts';
import { findTarget } from '../../../src/conformance/target/find-target.ts';
import type { Tampering } from '../../conformance/mutants/tampering.ts';
import { changingBody, overcharging, toSubmits } from '../../conformance/mutants/tampers.ts';

const ADDED = [
  'collage-1.0',
  'drift-1.0',
  'glass-plate-1',
  'ink-sketch-1',
  'paper-1.0',
  'reel-1.0',
  'scribe-1.0',
];

/** What the files of added models might have stated instead. */
export const OTHERWISE: Readonly<Record<string, JsonObject>> = {
  'collage-1.0': {
    prices: { unit: 'image', rates: [{ max_pixels: 1_100_000, rate: '0.0015' }, { rate: '0.03' }] },
    sizes: {
      forms: ['ratio', 'pixels'],
      fields: { size: 'size', tier: 'resolution' },
      table: { '1K': { '1:1': '1024x1024' }, '2K': { '1:1': '2048x2048' } },
      pixels: { separators: ['x'], side: { min: 200, max: 5000 } },
    },
  },
  'glass-plate-1': {
    spellings: ['glass-plate-1', 'glass-pane'],
    sizes: {
      forms: ['ratio'],
      fields: { size: 'size', tier: 'resolution' },
      table: { S: { '1:1': '328x320' }, M: { '5:2': '1200x480' } },
    },
    media: { image_urls: { sources: ['http', 'https'], formats: ['png', 'jpeg'], min_side: 39 } },
    prices: {
      unit: 'image',
      rates: [{ rate: '0.01' }],
      reference_surcharge: { field: 'image_urls', free: 0, rate: '0.002' },
    },
    schema: {
      properties: {
        prompt: { type: 'string', minLength: 2, maxLength: 91 },
        image_urls: { type: 'array', maxItems: 2 },
      },
    },
  },
  'reel-1.0': { prices: { unit: 'second', rates: [{ rate: '0.004' }] } },
  'scribe-1.0': {
    prices: { unit: 'token', per: 1_000_000, tokens: { input: '0.2', output: '8' } },
    text: { input_tokens: { max: 4096 } },
  },
};

/** A gateway that contradicts its contract, some of the cases that detect it, and the level of the broken requirement. */
interface Tampered {
  readonly what: string;
  readonly tampering: Tampering;
  readonly fails: readonly string[];
  readonly level: Level;
}

export const TAMPERINGS: readonly Tampered[] = [
  {
    what: 'exact pixels become a square',
    tampering: changingBody(toSubmits, (body) =>
      /^\d{3,}x\d+$/.test(String(body.size)) ? { ...body, size: '1:1' } : body,
    ),
    fails: [
      'image-pixels/collage-1.0/separator/1',
      'image-pixels/collage-1.0/side/longest',
      'image-pixels/collage-1.0/ratio/highest',
      'pixels-outside/collage-1.0/side/too-short',
    ],
    level: 'CHOICE',
  },
  {
    what: 'long prompts are cut',
    tampering: changingBody(toSubmits, (body) => ({ ...body, prompt: String(body.prompt).slice(0, 90) })),
    fails: [
      'text-outside/collage-1.0/prompt/too-long',
      'text-outside/glass-plate-1/prompt/too-long',
      'text-outside/reel-1.0/prompt/too-long',
    ],
    level: 'CHOICE',
  },
  {
    what: 'more is charged than the record says',
    tampering: overcharging((response, request) =>
      toSubmits(request) && response.status === 200 ? 0.01 : 0,
    ),
    fails: ['price/collage-1.0/rate-1', 'price/glass-plate-1/further-reference', 'price/reel-1.0/rate-1'],
    level: 'MUST',
  },
];

/** Runs the cases of models that were added to the project against a mock that has them; or some of these cases. */
export async function runCasesOf(
  suite: Suite,
  baseUrl: string,
  { models = ADDED, only }: { readonly models?: readonly string[]; readonly only?: readonly string[] } = {},
): Promise<readonly CaseResult[]> {
  const cases = expandCases(suite).filter(
    ({ file, id }) =>
      file.includes('/models/') &&
      models.some((model) => id.includes(`/${model}/`)) &&
      (only?.some((name) => id === `models.${name}`) ?? true),
  );
  const target = await findTarget({ base_url: baseUrl });
  return runSuite({ suite, target, cases, jobs: 4, seed: 'added' });
}

/** A result in one line. */
export function describeResult({ id, checks }: CaseResult): string {
  return `${id}: ${checks.map(({ expected, actual }) => `${expected} ${actual}`).join(', ')}`;
}
