import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { type ExpandedCase, expandCases } from '../../src/conformance/expand/expand.ts';
import type { FiledCase, Suite } from '../../src/conformance/suite/suite.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';

/** A gateway that responds as a test wants; `undefined` closes the connection without a response. */
export interface HostileGateway {
  readonly baseUrl: string;
  /** Method and path of every request so far. */
  readonly asked: readonly string[];
}

type Say = (asked: { readonly method: string; readonly path: string; readonly count: number }) => unknown;

/** Listens until the test is over. Values are sent as JSON with status 200; a string or bytes as they are. */
export async function startHostile(say: Say): Promise<HostileGateway> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?');
    if (path === '/__mock') return void response.writeHead(404).end();
    asked.push(`${method} ${path}`);
    request.resume().on('end', () => {
      const said = say({ method, path, count: asked.length });
      if (said === undefined) return void response.destroy();
      const isText = typeof said === 'string' || said instanceof Uint8Array;
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(said instanceof Uint8Array && GZIP),
      });
      return void response.end(isText ? said : JSON.stringify(said));
    });
  });
  onTestFinished(() => closeServer(server));
  return { baseUrl: `http://127.0.0.1:${await listenOnLoopback(server)}`, asked };
}

const GZIP = { 'content-encoding': 'gzip' };

/** The model that every hostile gateway lists. */
export const LIST = { success: true, object: 'list', data: [{ id: 'sx-5-0-pro', object: 'model' }] };

/** A balance in US dollars. */
export function balance(remain: number, used: number): object {
  return { success: true, remain_balance: remain, used_balance: used };
}

/** That many cases, each of which generates one image and waits for it. */
export function imageCases(suite: Suite, count: number): readonly ExpandedCase[] {
  const cases = Array.from(
    { length: count },
    (_, index): FiledCase => ({
      id: `test.image-${index}`,
      title: 'an image',
      file: 'test',
      requirement: 'GW-SUB-003',
      steps: [
        {
          request: { operation: 'createImage', body: { model: 'sx-5-0-pro', prompt: 'A paper boat' } },
          expect: [{ status: 200 }],
          save: { task: 'body.data[0].task_id' },
        },
        { poll: { task: '{{task}}' }, expect: [{ that: 'succeeded(body.status)' }] },
      ],
    }),
  );
  return expandCases({ cases, models: suite.models });
}
