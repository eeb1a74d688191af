import { policies } from '../../../../generated/policies.ts';
import type { Text } from '../../../../generated/vocabulary.ts';
import type { CatalogueModel } from '../../../contract/catalogue.ts';
import type { Violation } from '../../../contract/violations/violation.ts';
import type { Attachments } from '../../body/attachments.ts';
import type { Digest } from '../../ports/digest.ts';
import type { RequestContext } from '../../request-context.ts';
import { termsOf } from '../text-model.ts';
import { countPageTokens } from './page-tokens.ts';
import type { Prompt } from './prompt.ts';
import type { PrefixLink } from './prompt-cache.ts';
import type { PagesByPart } from './read-documents.ts';
import { splitText } from './split-text.ts';

/** The token counts of a prompt. */
export interface MeasuredPrompt {
  readonly kind: 'measured';
  readonly inputTokens: number;
  /** The prefixes that are long enough to be cached. */
  readonly links: readonly PrefixLink[];
}

/** The token counts of a prompt, or that it is too long. */
export type PromptMeasure = MeasuredPrompt | { readonly kind: 'too_long'; readonly violation: Violation };

/** Chunks of text counted before yielding to other work. */
const CHUNKS_A_TURN = 64;

/** Roles are words; a longer one is hashed once, because every chunk of its message repeats it. */
const LONGEST_ROLE = 64;

/** Counts a prompt: tokens of its texts, its images and the pages of its PDFs, which were read before: one without pages counts nothing. */
export async function measurePrompt(
  prompt: Prompt,
  { model, pages }: { readonly model: CatalogueModel; readonly pages: PagesByPart },
  context: RequestContext,
): Promise<PromptMeasure> {
  const { text } = termsOf(model);
  const { digest, pacer, tokenizer } = context.ports;
  const chain = createChain(`${context.key.accountId}\n${model.identity.id}`, fewestCached(text), digest);
  const nameRole = (role: string) =>
    role.length > LONGEST_ROLE ? digest.sha256(role) : JSON.stringify(role);
  let tokens = 0;
  let chunks = 0;
  for (const segment of segments(prompt, { pages, text, nameRole, attachments: context.attachments })) {
    tokens += segment.tokens ?? (await tokenizer.count(segment.content));
    if (tokens > text.input_tokens.max) return tooLong(prompt, model, tokens);
    chain.add(segment, tokens);
    chunks += 1;
    if (chunks % CHUNKS_A_TURN === 0) await pacer.pause(0);
  }
  return { kind: 'measured', inputTokens: tokens, links: chain.links };
}

/** The fewest tokens of a prefix that any cache of the model keeps. */
function fewestCached({ explicit_cache: explicit, implicit_cache: implicit }: Text): number {
  const never = Number.POSITIVE_INFINITY;
  return Math.min(explicit?.min_tokens ?? never, implicit?.block_tokens ?? never);
}

/** Digests the prefixes of a prompt, each from the one before. Nothing is digested of a prompt that is too short to be cached, as most are. */
function createChain(root: string, fewestTokens: number, { sha256 }: Digest) {
  const links: PrefixLink[] = [];
  let last = '';
  let waiting: Segment[] = [];
  return {
    links,
    add(segment: Segment, tokens: number) {
      waiting.push(segment);
      if (tokens < fewestTokens) return;
      last ||= sha256(root);
      for (const { label, content } of waiting) last = sha256(`${last}\n${label}\n${content}`);
      waiting = [];
      links.push({ digest: last, tokens, isMark: segment.isMark });
    },
  };
}

interface Segment {
  /** Position, kind and role: the same text elsewhere is another prompt. */
  readonly label: string;
  readonly content: string;
  /** Undefined for a text that has not been counted yet. */
  readonly tokens: number | undefined;
  readonly isMark: boolean;
}

interface SegmentOptions {
  readonly pages: PagesByPart;
  readonly text: Text;
  readonly nameRole: (role: string) => string;
  readonly attachments: Attachments;
}

function* segments(
  { messages }: Prompt,
  { pages, text, nameRole, attachments }: SegmentOptions,
): Generator<Segment> {
  for (const [messageIndex, { role, parts }] of messages.entries()) {
    const author = nameRole(role);
    for (const [partIndex, part] of parts.entries()) {
      const label = `${messageIndex}.${partIndex} ${part.kind} ${author}`;
      const isMark = part.isCacheMark ?? false;
      if (part.kind !== 'text') {
        const tokens =
          part.kind === 'image' ? policies.text.image_tokens : countPageTokens(pages.get(part) ?? [], text);
        // The name of extracted data differs from request to request. No address is like this.
        const data = attachments.find(part.address);
        yield { label, content: data ? `sha256:${data.digest}` : part.address, tokens, isMark };
        continue;
      }
      for (const { content, isLast } of splitText(part.text))
        yield { label, content, tokens: undefined, isMark: isMark && isLast };
    }
  }
}

/** Counting stops when the limit is exceeded. */
function tooLong({ field }: Prompt, model: CatalogueModel, tokens: number): PromptMeasure {
  const { max } = termsOf(model).text.input_tokens;
  const message = `${field} must have at most ${max} tokens for ${model.identity.id}; got at least ${tokens}`;
  return { kind: 'too_long', violation: { path: `/${field}`, rule: 'input_tokens', message } };
}
