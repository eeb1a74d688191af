import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/**
 * The line (from 1) of the member that a JSON pointer names in a JSON or YAML text; of its nearest
 * existing ancestor when the member is absent.
 */
export function locateLine(text: string, pointer: string): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of pointer.split('/').slice(1)) {
    const next = descend(node, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (!next) break;
    offset = next.offset;
    node = next.node;
  }
  return lines.linePos(offset).line;
}

function descend(node: unknown, step: string): { node: Node | null; offset: number } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === step);
    if (!pair) return undefined;
    const key = pair.key as Node; // a map's keys are nodes in a parsed document
    return { node: pair.value as Node | null, offset: key.range?.[0] ?? 0 }; // so are its values
  }
  if (isSeq(node)) {
    const item = node.items[Number(step)] as Node | undefined; // a parsed sequence holds nodes
    return item && { node: item, offset: item.range?.[0] ?? 0 };
  }
  return undefined;
}
