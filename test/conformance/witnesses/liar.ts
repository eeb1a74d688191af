import { openServer } from './local-server.ts';
import type { Service } from './processes.ts';

/** A gateway whose list of models is empty: a witness must report it; otherwise its silence proves nothing. */
export function startLiar(): Promise<Service> {
  return openServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_1' });
    response.end('{"success":true,"object":"list"}');
  });
}
