import type { Exchanged } from './expect-declared.ts';

/** A header as the document declares it. */
interface DeclaredHeader {
  readonly required?: boolean;
  readonly schema: { readonly type: string };
}

interface Response {
  readonly headers?: Readonly<Record<string, object>>;
}

/** What HTTP itself adds to a response, and the media type that `content` declares. */
const OF_HTTP: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** How the headers of a response violate its declaration; undefined if they do not. */
export function findHeaderFault(
  document: object,
  response: object,
  { headers }: Pick<Exchanged, 'headers'>,
): string | undefined {
  const { headers: written = {} } = resolve(document, response) as Response;
  const declared = new Map(
    Object.entries(written).map(([name, header]) => [
      name.toLowerCase(),
      resolve(document, header) as DeclaredHeader,
    ]),
  );
  for (const [name, value] of headers) {
    if (OF_HTTP.has(name)) continue;
    const header = declared.get(name);
    if (!header) return `has the header ${name}, which is not declared`;
    if (!isOfType(value, header.schema.type))
      return `has ${name}: ${value}, which is no ${header.schema.type}`;
  }
  const missing = [...declared].find(([name, { required }]) => required && !headers.has(name));
  return missing && `has no ${missing[0]}, which is declared as required`;
}

function isOfType(value: string, type: string): boolean {
  switch (type) {
    case 'integer':
      return /^\d+$/.test(value);
    case 'boolean':
      return /^(true|false)$/.test(value);
    default:
      return type === 'string';
  }
}

function resolve(document: object, value: object): object {
  if (!('$ref' in value)) return value;
  const names = String(value.$ref).slice(2).split('/');
  const found = names.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), document);
  if (typeof found !== 'object' || found === null) throw new Error(`${String(value.$ref)} leads nowhere`);
  return found;
}
