import { policies } from '../../../../generated/policies.ts';
import type { Text } from '../../../../generated/vocabulary.ts';
import type { CatalogueModel } from '../../../contract/catalogue.ts';
import type { Violation } from '../../../contract/violations/violation.ts';
import type { Attachments } from '../../body/attachments.ts';
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
  readonly links: readonly PrefixLink[];
}

/** The token counts of a prompt, or that it is too long. */
export type PromptMeasure = MeasuredPrompt | { readonly kind: 'too_long'; readonly violation: Violation };

/** Chunks of text counted before yielding to other work. */
const LINKS_A_TURN = 64;

/** Roles are words; a longer one is hashed once, because every chunk of its message repeats it. */
const LONGEST_ROLE = 64;

/** Counts a prompt: tokens of its texts, its images and the pages of its PDFs, which were read before: one without pages counts nothing. */
export async function measurePrompt(
  prompt: Prompt,
  { model, pages }: { readonly model: CatalogueModel; readonly pages: PagesByPart },
  context: RequestContext,
): Promise<PromptMeasure> {
  const { text } = termsOf(model);
  const { digest, pacer } = context.ports;
  const links: PrefixLink[] = [];
  let last: PrefixLink = {
    digest: digest.sha256(`${context.key.accountId}\n${model.identity.id}`),
    tokens: 0,
    isMark: false,
  };
  const nameRole = (role: string) =>
    role.length > LONGEST_ROLE ? digest.sha256(role) : JSON.stringify(role);
  for (const segment of segments(prompt, { pages, text, nameRole, attachments: context.attachments })) {
    const counted = segment.tokens ?? (await context.ports.tokenizer.count(segment.content));
    const tokens = last.tokens + counted;
    if (tokens > text.input_tokens.max) return tooLong(prompt, model, tokens);
    const name = digest.sha256(`${last.digest}\n${segment.label}\n${segment.content}`);
    last = { digest: name, tokens, isMark: segment.isMark };
    links.push(last);
    if (links.length % LINKS_A_TURN === 0) await pacer.pause(0);
  }
  return { kind: 'measured', inputTokens: last.tokens, links };
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
