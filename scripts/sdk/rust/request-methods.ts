import type { Field } from './types-module.ts';

/** How a program makes a request: with what is required. */
export function constructorOf(fields: readonly Field[]): string {
  const needed = fields.filter(({ isRequired, constant }) => isRequired && constant === undefined);
  const parameters = needed.map(({ name, type }) => `${name}: ${toParameter(type)}`);
  const values = needed.map(({ name, type }) => `${name}: ${toValue(name, type)},`);
  return `/// ${needed.length > 0 ? 'With what is required.' : 'Without anything optional.'}
pub fn new(${parameters.join(', ')}) -> Self {
${values.length === fields.length ? `Self { ${values.join(' ')} }` : `Self { ${values.join(' ')} ..Self::default() }`}
}
`;
}

/** How a program sets a member, in a chain. */
export function setter({ name, type, isRequired, about }: Field): string {
  const value = toValue('value', type);
  const comment = about === '' ? '' : `/// ${about.split('\n')[0]}\n`;
  return `${comment}pub fn ${name}(mut self, value: ${toParameter(type)}) -> Self {
self.${name} = ${isRequired ? value : `Some(${value})`};
self
}
`;
}

const COPIED = new Set(['i64', 'f64', 'bool']);

function toParameter(type: string): string {
  const [, item] = /^Vec<(.*)>$/.exec(type) ?? [];
  if (item !== undefined) return `impl IntoIterator<Item = ${toParameter(item)}>`;
  return COPIED.has(type) ? type : `impl Into<${type}>`;
}

function toValue(name: string, type: string): string {
  const [, item] = /^Vec<(.*)>$/.exec(type) ?? [];
  if (item !== undefined) {
    const inner = toValue('item', item);
    return inner === 'item'
      ? `${name}.into_iter().collect()`
      : `${name}.into_iter().map(|item| ${inner}).collect()`;
  }
  return COPIED.has(type) ? name : `${name}.into()`;
}
