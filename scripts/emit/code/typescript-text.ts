import type { JsonObject } from '../../contract/contract.ts';
import { stringList, toText } from '../../contract/json.ts';
import type { ContentModel, OperationModel } from './operation-model.ts';

/** `createImage` as `CreateImage`. */
export function toTypeName(operationId: string): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1);
}

/** A string as a single-quoted literal. */
export function toQuoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}

/** A property name, quoted only when it has to be. */
export function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) || /^(0|[1-9]\d*)$/.test(name) ? name : toQuoted(name);
}

/** A doc comment of the given lines, each wrapped at `width` columns, indented by `indent`; empty lines split paragraphs. */
export function toDocComment(lines: readonly string[], indent = '', width = 110): string {
  const wrapped = lines.flatMap((line) => wrap(line.replaceAll('*/', '*\\/'), width - indent.length - 3));
  const [first, ...more] = wrapped;
  if (first === undefined) return '';
  if (more.length === 0) return `${indent}/** ${first} */\n`;
  const body = wrapped.map((line) => `${indent} * ${line}`.trimEnd()).join('\n');
  return `${indent}/**\n${body}\n${indent} */\n`;
}

/** The import of those root types of `openapi-types.ts` that `text` uses. */
export function toTypesImport(text: string): string {
  const names = ['components', 'operations', 'paths'].filter((name) =>
    new RegExp(`\\b${name}[[>;]`).test(text),
  );
  return `import type { ${names.join(', ')} } from './openapi-types.ts';`;
}

/** The comment of an operation: summary, method and path, then the description by paragraph. */
export function toOperationComment(operation: OperationModel, indent: string): string {
  const { operationId, summary, description, method, path } = operation;
  const title = summary === '' ? operationId : summary.replace(/\.$/, '');
  const paragraphs = description.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return toDocComment([`${title}: \`${method} ${path}\`.`, ...paragraphs], indent);
}

/** The type of a parameter's schema; only types that are sent as text are distinguished. */
export function toParameterType(schema: JsonObject): string {
  const literals = stringList(schema.enum);
  if (literals.length > 0) return literals.map(toQuoted).join(' | ');
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return schema.type === 'boolean' ? 'boolean' : 'string';
}

/** The type of a content: the component it refers to, or `fallback` (an indexed type) when it is inline. */
export function toContentType(content: ContentModel, fallback: string): string {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(toText(content.schema.$ref))?.[1];
  return name === undefined ? fallback : `Schemas[${toQuoted(name)}]`;
}

function wrap(line: string, width: number): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of line.trim().split(/\s+/)) {
    if (row !== '' && row.length + 1 + word.length > width) {
      rows.push(row);
      row = word;
    } else {
      row = row === '' ? word : `${row} ${word}`;
    }
  }
  return [...rows, row];
}
