import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { stepsOf } from '../json.ts';
import { readJsonPlaces } from './json-text.ts';

/** A position in a text, both counted from 1. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** Locates the member named by a JSON pointer in a JSON or YAML text; its nearest existing ancestor when the member is absent. */
export function createLocator(text: string): (pointer: string) => Location {
  const offsetOf = text.trimStart().startsWith('{') ? locateInJson(text) : locateInYaml(text);
  return (pointer) => locateOffset(text, offsetOf(pointer));
}

/** Line and column of an offset. */
export function locateOffset(text: string, offset: number): Location {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function locateInJson(text: string): (pointer: string) => number {
  const { offsets } = readJsonPlaces(text);
  return (pointer) => {
    const steps = pointer.split('/');
    for (let length = steps.length; length > 0; length -= 1) {
      const offset = offsets.get(steps.slice(0, length).join('/'));
      if (offset !== undefined) return offset;
    }
    return 0;
  };
}

function locateInYaml(text: string): (pointer: string) => number {
  const { contents } = parseDocument(text);
  return (pointer) => {
    let node: unknown = contents;
    let offset = 0;
    for (const step of stepsOf(pointer)) {
      const next = descend(node, step);
      if (!next) break;
      offset = next.offset;
      node = next.node;
    }
    return offset;
  };
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
