import { openServer } from './local-server.ts';
import type { Service } from './processes.ts';

/** A gateway whose list of models lacks the models: a witness must see it, or its silence means nothing. */
export function startLiar(): Promise<Service> {
  return openServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_1' });
    response.end('{"success":true,"object":"list"}');
  });
}
