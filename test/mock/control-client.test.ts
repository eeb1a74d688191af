import { expect, test } from 'vitest';
import { createControlClient } from '../../src/mock/control-client.ts';
import { shells } from '../support/shells.ts';
import { openMock } from './open-mock.ts';

test.each(shells)('a refused call rejects with status and message, in the $name shell', async (shell) => {
  await using mock = await openMock(shell);
  await expect(mock.control.setClock({ advance: 'soon' })).rejects.toThrow(
    /^The mock responded with 400: .*advance/,
  );
  await expect(mock.control.resendWebhook('task_none')).rejects.toThrow(
    /^The mock responded with 404: .*task_none/,
  );
  await expect(mock.control.getAccount('sk-none')).rejects.toThrow(/^The mock responded with 404: /);
});

test.each([
  [new Response('Nobody is here', { status: 502 }), 'The mock responded with 502: "Nobody is here"'],
  [new Response(null, { status: 204 }), 'The mock answered 204 without a body.'],
])('rejects when another server answers at the address of the mock', async (response, message) => {
  const control = createControlClient({ baseUrl: 'http://gateway.test', fetch: async () => response });
  await expect(control.getClock()).rejects.toThrow(message);
});

test('describe rejects when the mock answers with its HTML page', async () => {
  const page = async () => Response.json('<!doctype html>');
  const control = createControlClient({ baseUrl: 'http://gateway.test', fetch: page });
  await expect(control.describe()).rejects.toThrow('The mock answered with its page.');
});
