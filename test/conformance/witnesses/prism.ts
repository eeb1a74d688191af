import { resolve } from 'node:path';
import { type Service, startService } from './processes.ts';

const root = resolve(import.meta.dirname, '../../..');
const program = `${root}/node_modules/@stoplight/prism-cli/dist/index.js`;
const READY = /Prism is listening on (http:\/\/[\d.:]+)/;

/** The bundled document as published. */
export const DOCUMENT = `${root}/generated/openapi.json`;

/**
 * Prism between a caller and a gateway. `--errors` turns an answer that breaks the document into a 500 of Prism's own; requests
 * are passed on unchecked, because the suite sends invalid ones on purpose and wants the gateway's answer to them.
 */
export function startPrismProxy(upstream: string): Promise<Service> {
  return start(['proxy', '--errors', '--validate-request=false', DOCUMENT, upstream]);
}

/** Prism's own mock of a document. */
export function startPrismMock(document: string): Promise<Service> {
  return start(['mock', document]);
}

function start([command = '', ...rest]: readonly string[]): Promise<Service> {
  return startService([program, command, '--host', '127.0.0.1', '--port', '0', ...rest], READY);
}
