/** A comment line, which clients skip: it keeps an idle stream alive. */
export const KEEP_ALIVE = ': keep-alive\n\n';

/** The end of a streamed chat completion. */
export const DONE = 'data: [DONE]\n\n';

/** One server-sent event; JSON has no line breaks of its own. */
export function toEvent(data: object, name?: string): string {
  const text = `data: ${JSON.stringify(data)}\n\n`;
  return name === undefined ? text : `event: ${name}\n${text}`;
}

/** No text of a request contains it, so it appears in no other member of an event. */
const PLACE = '\u0000';
const PLACE_JSON = JSON.stringify(PLACE);

/** Writes events that differ in one string only: everything around it is serialized once. */
export function eventTemplate(build: (text: string) => object): (text: string) => string {
  const [head = '', tail = ''] = toEvent(build(PLACE)).split(PLACE_JSON);
  return (text) => head + JSON.stringify(text) + tail;
}
