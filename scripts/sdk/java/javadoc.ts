const WIDTH = 110;
/** Tags of code stay in one line. */
const WORD = /(?:\{@code [^}]*\}|\S)+/g;

/** A comment of Javadoc with its tags, such as `@return the id`. */
export function toJavadoc(text: string, tags: readonly string[] = [], indent = ''): string {
  const lines = [
    ...wrap(text),
    ...(tags.length > 0 ? [''] : []),
    ...tags.flatMap((tag) => wrap(tag, '    ')),
  ];
  const [only = '', ...more] = lines;
  if (more.length === 0) return `${indent}/** ${only} */`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n');
}

/** Markdown of the contract in a form that Javadoc reads. */
export function toDocText(markdown: string): string {
  return markdown
    .trim()
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') && part.length > 1 ? toCode(part.slice(1, -1)) : escapeHtml(part)))
    .join('')
    .replace(/\n\s*\n/g, '\n<p>');
}

function toCode(text: string): string {
  return /[{}\n@\\]|\*\//.test(text) ? `<code>${escapeHtml(text)}</code>` : `{@code ${text}}`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replaceAll('*/', '*&#47;')
    .replaceAll('\\', '&#92;')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>');
}

/** Lines of at most `WIDTH`, each but the first indented. */
function wrap(text: string, indent = ''): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\n(?=<p>)/)) {
    let line = lines.length === 0 ? '' : indent;
    for (const [word] of paragraph.matchAll(WORD)) {
      if (line.trim() !== '' && line.length + word.length >= WIDTH) {
        lines.push(line);
        line = indent;
      }
      line += line.trim() === '' ? word : ` ${word}`;
    }
    lines.push(line);
  }
  return lines;
}
