/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[];

/** An HTML template: strings between its parts are escaped, HTML is inserted as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const texts = parts.map((part, index) => part + (index < values.length ? toText(values[index] ?? '') : ''));
  return { html: texts.join('') };
}

function toText(value: Value): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map((one) => one.html).join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
