import { policies } from '../../../generated/policies.ts';
import { explain, listIds } from '../../conformance/explain/explain.ts';
import { toDataUri } from '../../conformance/peers/reference-file.ts';
import { readSuite } from '../../conformance/suite/read-suite.ts';
import { closestName, didYouMean } from '../../contract/names/closest-name.ts';
import { print, readCommandLine } from '../command-line.ts';
import { refuseArguments } from '../options/refusal.ts';
import { printHelp } from '../print-help.ts';

const { picture_max_pixels: MAX_PIXELS } = policies.references;

const USAGE = `gatewright explain <id>

Prints what a requirement of the conformance suite says, and how to check it by hand: the requests of its cases as curl
commands. They use $BASE, the address of a gateway, and $KEY, an API key; jq reads other variables from the responses,
and comments explain the rest.

  gatewright explain GW-IMG-SXP-012  a requirement: section, statement, cases
  gatewright explain tasks.image     a case
  gatewright explain IMG-SXP         all requirements of an area
  gatewright explain tasks           all cases of a folder

  --media NAME  print a reference picture (640x480.png, 64x64.png?alpha=1) or a PDF (2-pages-a4.pdf) as a data URI
  --help        show this text

docs/conformance-requirements.md has all requirements.
`;

/** `gatewright explain`: a requirement or a case in words and curl commands. Returns the exit code. */
export async function runExplain(args: readonly string[]): Promise<number> {
  const { flags, words } = readCommandLine(args, { media: { type: 'string' } }, 1);
  if (flags.help) return printHelp(USAGE);
  const [id] = words;
  if (typeof flags.media === 'string')
    return id === undefined ? printMedia(flags.media) : refuseArguments(`Unexpected argument "${id}".`);
  if (id === undefined)
    return refuseArguments('Name a requirement, such as GW-IMG-SXP-012, a case or an area.');
  const suite = await readSuite();
  const text = explain(id, suite);
  if (text !== undefined) return print(text);
  const meant = didYouMean(closestName(id, listIds(suite)));
  return refuseArguments(`There is no requirement, case, area or folder "${id}".${meant}`);
}

async function printMedia(name: string): Promise<number> {
  const [, width, height] = /^(\d+)x(\d+)\./.exec(name) ?? [];
  if (Number(width) * Number(height) > MAX_PIXELS)
    refuseArguments(`--media ${name}: the picture is too large; at most ${MAX_PIXELS} pixels are drawn.`);
  let uri: string;
  try {
    uri = await toDataUri(name);
  } catch {
    return refuseArguments(`--media ${name}: no such picture or PDF can be made.`);
  }
  return print(`${uri}\n`);
}
