import type { Emitter } from '../contract/contract.ts';
import { toJson, toYaml } from './banner.ts';
import { toYamlText } from './yaml-text.ts';

/** Emits the bundled document as `openapi.json` and `openapi.yaml`. */
export const emitDocument: Emitter = async ({ document }) => [
  { path: 'openapi.json', text: toJson('x-generated', document) },
  { path: 'openapi.yaml', text: toYaml(toYamlText(document)) },
];
