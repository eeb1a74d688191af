import type { components } from '../../../../generated/openapi-types.ts';
import type { ResponseStreamEventByType } from '../../../../generated/stream-events.ts';
import type { TextPiece } from '../../ports/text/text-engine.ts';
import { type TextUsage, toResponseUsage } from '../text-usage.ts';

type Schemas = components['schemas'];
type Item = Schemas['ResponseOutputItem'];
type Annotation = Schemas['ResponseAnnotation'];
type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** One event of a streamed response, without its number. */
export type ResponseEvent = Unnumbered<ResponseStreamEventByType>;

/** Omits from each type of event by itself. */
type Unnumbered<Event> = Event extends unknown ? Omit<Event, 'sequence_number'> : never;

/** Builds the result of a responses call item by item, and reports each step as events (section 2.7). */
export interface ResponseWriter {
  start(): readonly ResponseEvent[];
  add(
    piece: Extract<TextPiece, { readonly kind: 'reasoning' | 'text' | 'tool_call' }>,
  ): readonly ResponseEvent[];
  finish(reason: 'stop' | 'length', usage: TextUsage): readonly ResponseEvent[];
  /** The response so far; complete after `finish`. */
  response(): Schemas['ResponseObject'];
}

/** The parts of the response that are known from the start. */
export interface ResponseHead {
  readonly id: string;
  readonly createdAt: number;
  readonly modelName: string;
}

interface OpenItem {
  readonly type: 'reasoning' | 'message';
  readonly id: string;
  text: string;
  readonly annotations: Annotation[];
}

const SEARCH_TOOL = 'web_search';
const IDS = { reasoning: 'rs', message: 'msg', web_search_call: 'ws' } as const;

/** Creates a writer. Only the item types that section 2.7 names are created: other tools appear only in `x_tools`. */
export function createResponseWriter({ id, createdAt, modelName }: ResponseHead): ResponseWriter {
  const items = createItems(id);
  let ending: Pick<Schemas['ResponseObject'], 'status' | 'incomplete_details' | 'usage'> = {
    status: 'in_progress',
  };
  const response = (): Schemas['ResponseObject'] => ({
    id,
    object: 'response',
    created_at: createdAt,
    model: modelName,
    ...ending,
    output: items.list(),
  });
  return {
    response,
    start: () => [
      { type: 'response.created', response: response() },
      { type: 'response.in_progress', response: response() },
    ],
    add(piece) {
      if (piece.kind !== 'tool_call') return items.append(piece);
      return piece.tool === SEARCH_TOOL ? items.addSearch(piece.query) : [];
    },
    finish(reason, usage) {
      const isCut = reason === 'length';
      const events = items.close(isCut ? 'incomplete' : 'completed');
      ending = {
        status: isCut ? 'incomplete' : 'completed',
        ...(isCut ? { incomplete_details: { reason: 'max_output_tokens' } } : {}),
        usage: toResponseUsage(usage),
      };
      const type = isCut ? 'response.incomplete' : 'response.completed';
      return [...events, { type, response: response() }];
    },
  };
}

type TextPart = Extract<TextPiece, { readonly kind: 'reasoning' | 'text' }>;

/** The items of a response; the last one may still be open. */
interface Items {
  /** Those that are complete. */
  list(): Item[];
  /** Continues the open item, or opens one of the kind of the piece. */
  append(piece: TextPart): readonly ResponseEvent[];
  addSearch(query: string): readonly ResponseEvent[];
  close(status: ItemStatus): readonly ResponseEvent[];
}

function createItems(responseId: string): Items {
  const output: Item[] = [];
  let open: OpenItem | undefined;
  const suffix = responseId.replace(/^[a-z]+_/, '');
  const nextId = (type: keyof typeof IDS) => `${IDS[type]}_${suffix}_${output.length}`;
  const close = (status: ItemStatus): readonly ResponseEvent[] => {
    if (!open) return [];
    const output_index = output.length;
    const item = toItem(open, status);
    const events = doneEvents(open, output_index);
    output.push(item);
    open = undefined;
    return [...events, { type: 'response.output_item.done', output_index, item }];
  };
  return {
    list: () => [...output],
    close,
    append(piece) {
      const type = piece.kind === 'text' ? 'message' : 'reasoning';
      const events: ResponseEvent[] = open?.type === type ? [] : [...close('completed')];
      if (!open) {
        open = { type, id: nextId(type), text: '', annotations: [] };
        events.push(...addedEvents(open, output.length));
      }
      events.push(...deltaEvents(open, output.length, piece));
      return events;
    },
    addSearch(query) {
      const closed = close('completed');
      const output_index = output.length;
      const type = 'web_search_call';
      const item: Item = { id: nextId(type), type, status: 'completed', action: { type: 'search', query } };
      output.push(item);
      return [
        ...closed,
        { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } },
        { type: 'response.output_item.done', output_index, item },
      ];
    },
  };
}

function toItem({ type, id, text, annotations }: OpenItem, status: ItemStatus): Item {
  if (type === 'reasoning') return { id, type, status, summary: [{ type: 'summary_text', text }] };
  return { id, type, role: 'assistant', status, content: [{ type: 'output_text', text, annotations }] };
}

function addedEvents({ type, id: item_id }: OpenItem, output_index: number): readonly ResponseEvent[] {
  const place = { item_id, output_index };
  const status = 'in_progress';
  if (type === 'reasoning') {
    const part = { type: 'summary_text', text: '' };
    return [
      { type: 'response.output_item.added', output_index, item: { id: item_id, type, status, summary: [] } },
      { type: 'response.reasoning_summary_part.added', ...place, summary_index: 0, part },
    ];
  }
  const item: Item = { id: item_id, type, role: 'assistant', status, content: [] };
  const part = { type: 'output_text', text: '', annotations: [] };
  return [
    { type: 'response.output_item.added', output_index, item },
    { type: 'response.content_part.added', ...place, content_index: 0, part },
  ];
}

function deltaEvents(open: OpenItem, output_index: number, piece: TextPart): readonly ResponseEvent[] {
  const place = { item_id: open.id, output_index };
  const delta = piece.text;
  const start_index = open.text.length + delta.length - delta.trimStart().length;
  open.text += delta;
  if (piece.kind === 'reasoning')
    return [{ type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta }];
  const event = { type: 'response.output_text.delta', ...place, content_index: 0, delta } as const;
  if (!piece.source) return [event];
  const annotation = { type: 'url_citation', ...piece.source, start_index, end_index: open.text.length };
  const annotation_index = open.annotations.push(annotation) - 1;
  return [
    event,
    {
      type: 'response.output_text.annotation.added',
      ...place,
      content_index: 0,
      annotation_index,
      annotation,
    },
  ];
}

function doneEvents(
  { type, id: item_id, text, annotations }: OpenItem,
  output_index: number,
): readonly ResponseEvent[] {
  const place = { item_id, output_index };
  if (type === 'reasoning') {
    const part = { type: 'summary_text', text };
    return [
      { type: 'response.reasoning_summary_text.done', ...place, summary_index: 0, text },
      { type: 'response.reasoning_summary_part.done', ...place, summary_index: 0, part },
    ];
  }
  const part = { type: 'output_text', text, annotations };
  return [
    { type: 'response.output_text.done', ...place, content_index: 0, text },
    { type: 'response.content_part.done', ...place, content_index: 0, part },
  ];
}
