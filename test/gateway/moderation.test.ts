import { describe, expect, test } from 'vitest';
import { createWordListModerator } from '../../src/adapters/moderator/create-word-list-moderator.ts';
import type { ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import type { Moderator } from '../../src/gateway/ports/text/moderator.ts';
import { at, openWire } from '../support/open-wire.ts';
import { pngFile } from '../support/png-file.ts';
import { shells } from '../support/shells.ts';

const gory = { model: 'qx-image-3.0', prompt: 'A bloodbath at the castle gate' };

/** A key that may use a name without metadata. */
const HOUSE_KEYS = { 'sk-alpha': { account: 'alpha', models: ['house-style-v1'] } };

/** The real word list, recording its inputs. */
function observed(): { moderator: Moderator; asked: string[][] } {
  const list = createWordListModerator();
  const asked: string[][] = [];
  const moderator: Moderator = {
    moderate(input) {
      asked.push([...input.texts, ...input.imageUrls]);
      return list.moderate(input);
    },
  };
  return { moderator, asked };
}

describe.each(shells)('moderation through the $name shell', (shell) => {
  test('a flagged prompt is refused: no task, no charge', async () => {
    const { moderator } = observed();
    await using wire = await openWire(shell, { ports: { moderator } });
    const answer = await wire.postImage({ ...gory, nsfw_check: true });
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'type')).toBe('invalid_request_error');
    expect(at(answer.body, 'error', 'reason')).toBe('content_policy_violation');
    expect(await wire.remaining()).toBe(1000);
    expect(await wire.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
  });

  test('what a picture shall not show is not moderated', async () => {
    const { moderator, asked } = observed();
    await using wire = await openWire(shell, { ports: { moderator } });
    const body = { model: 'qx-image-3.0', prompt: 'A castle', negative_prompt: 'gore', nsfw_check: true };
    expect((await wire.postImage(body)).status).toBe(200);
    expect(asked).toEqual([['A castle']]);
  });

  test.each([
    [{ messages: [{ role: 'user', content: 'gore' }] }, ['user', 'gore']],
    [{ image_urls: ['http://a.example/gore.png'] }, ['http://a.example/gore.png']],
    [
      { image_with_roles: [{ url: 'http://a.example/gore.png', role: 'first' }] },
      ['http://a.example/gore.png'],
    ],
  ])('a model without a contract is given its prompt and pictures in %j', async (fields, moderated) => {
    const { moderator, asked } = observed();
    await using wire = await openWire(shell, { ports: { moderator }, keys: HOUSE_KEYS });
    const answer = await wire.postVideo({ model: 'house-style-v1', ...fields, nsfw_check: true });
    expect(at(answer.body, 'error', 'reason')).toBe('content_policy_violation');
    expect(asked).toEqual([moderated]);
  });

  test('the addresses of the pictures are moderated as well', async () => {
    const { moderator, asked } = observed();
    const bytes = pngFile({ width: 640, height: 480 });
    const fetcher: ReferenceFetcher = {
      fetch: async () => ({ kind: 'fetched', bytes: Uint8Array.from(bytes), declaredType: undefined }),
    };
    await using wire = await openWire(shell, { ports: { moderator, fetcher } });
    const image_urls = ['https://a.example/1.png', 'https://a.example/2.png'];
    const body = { model: 'sx-5-0-pro', prompt: 'A paper boat', image_urls, nsfw_check: true };
    expect((await wire.postImage(body)).status).toBe(200);
    expect(asked).toEqual([['A paper boat', ...image_urls]]);
  });

  test('a harmless prompt passes', async () => {
    const { moderator, asked } = observed();
    await using wire = await openWire(shell, { ports: { moderator } });
    expect(
      (await wire.postImage({ model: 'qx-image-3.0', prompt: 'A paper boat', nsfw_check: true })).status,
    ).toBe(200);
    expect(asked).toEqual([['A paper boat']]);
  });

  test('without the flag, or with false, nothing is moderated', async () => {
    const { moderator, asked } = observed();
    await using wire = await openWire(shell, { ports: { moderator } });
    expect((await wire.postImage(gory)).status).toBe(200);
    expect((await wire.postImage({ ...gory, nsfw_check: false })).status).toBe(200);
    expect(asked).toEqual([]);
  });

  test('an invalid request is refused before it is moderated', async () => {
    const { moderator, asked } = observed();
    await using wire = await openWire(shell, { ports: { moderator } });
    expect((await wire.postImage({ ...gory, nsfw_check: true, size: '21:9' })).status).toBe(400);
    expect(asked).toEqual([]);
  });
});
