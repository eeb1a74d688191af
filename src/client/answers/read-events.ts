/** The end of a line: CRLF, LF or CR; a CR at the end of the buffer may be half of a CRLF. */
const LINE_END = /\r\n|\n|\r(?!$)/;
const LINE_END_WITHIN = /[\r\n]/;
/** A field without a colon is empty. */
const DATA = /^data(?:$|: ?)(.*)$/s;

/**
 * Reads the data of server-sent events, lines joined, from the body of a response, as its bytes arrive; comments and other fields are skipped, and an event
 * without its blank line does not count. Throws the reason of the signal once it is aborted.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal?: AbortSignal,
): AsyncGenerator<string, undefined> {
  let buffer = '';
  let data: string[] = [];
  let endsInCr = false;
  const reader = body.pipeThrough(new TextDecoderStream(), signal && { signal }).getReader();
  try {
    for (let part = await reader.read(); ; part = await reader.read()) {
      const text: string = part.value ?? (endsInCr ? '\n' : '');
      buffer += text;
      // Searched anew with each part, a long line would take quadratic time.
      if (!endsInCr && !LINE_END_WITHIN.test(text) && !part.done) continue;
      endsInCr = text.endsWith('\r');
      const lines = buffer.split(LINE_END);
      buffer = lines.pop() ?? '';
      for (const line of lines) {
        const [, value] = DATA.exec(line) ?? [];
        if (value !== undefined) data.push(value);
        if (line !== '' || data.length === 0) continue;
        yield data.join('\n');
        data = [];
      }
      if (part.done) return;
    }
  } finally {
    await reader.cancel().catch(() => {}); // a broken connection has already been reported
  }
}
