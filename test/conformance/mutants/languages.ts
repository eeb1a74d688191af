import type { JsonObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedRequest, type Tampering } from './tampering.ts';
import {
  both,
  changingBody,
  changingRecord,
  changingResponse,
  ofModel,
  refusal,
  refusing,
  toImages,
  toSubmits,
  toTasks,
} from './tampers.ts';

const failed = ({ status }: JsonObject): boolean => status === 'failed';

const language = (change: (code: string) => string | undefined, where: 'body' | 'query'): Tampering => ({
  request(request) {
    if (where === 'query' && toTasks(request))
      return {
        ...request,
        url: request.url.replace(
          /language=([^&]*)/,
          (_, code: string) => `language=${change(decodeURIComponent(code.replaceAll('+', ' '))) ?? ''}`,
        ),
      };
    if (where === 'query' || !toSubmits(request) || typeof request.body?.language !== 'string')
      return request;
    return (
      changingBody(toSubmits, (body) => ({ ...body, language: change(String(body.language)) })).request?.(
        request,
        {},
      ) ?? request
    );
  },
});

const LANGUAGE = /language=([^&]+)/;

/** A poll without a language uses the stored one. */
const remembering = (toRemember: (request: TamperedRequest) => string | undefined): Tampering => ({
  request(request, memory) {
    memory.language = toRemember(request) ?? memory.language;
    return toTasks(request) && !LANGUAGE.test(request.url) && memory.language !== undefined
      ? { ...request, url: `${request.url}?language=${String(memory.language)}` }
      : request;
  },
});

const staying = remembering(({ url }) => LANGUAGE.exec(url)?.[1]);

const inSubmissionLanguage = remembering(({ body }) =>
  typeof body?.language === 'string' ? encodeURIComponent(body.language) : undefined,
);

/** A submission without a language gets that of the one before. */
const inherited: Tampering = {
  request(request, memory) {
    if (!toSubmits(request) || !request.body) return request;
    memory.language = request.body.language ?? memory.language;
    const { language: before } = memory;
    return (
      changingBody(toSubmits, (body) => ({ ...body, language: before as string })).request?.(request, {}) ??
      request
    );
  },
};

/** Faults of the languages of failure texts: section 6. */
export const languageMutants = defineMutants(
  ['languages', 'callbacks'],
  [
    ['language-query-ignored', 'The language of a poll is ignored.', language(() => undefined, 'query')],
    ['language-field-ignored', 'The language of a submission is ignored.', language(() => undefined, 'body')],
    ['language-region', 'A region tag is recognised.', language((code) => code.split('-')[0], 'query')],
    [
      'language-region-field',
      'A region tag is recognised at the submission.',
      language((code) => code.split('-')[0], 'body'),
    ],
    [
      'language-case',
      'A code in capitals is not recognised.',
      language((code) => (code === code.toUpperCase() ? 'xx' : code), 'query'),
    ],
    [
      'language-spaces',
      'A code with spaces is not recognised.',
      language((code) => (code.trim() === code ? code : 'xx'), 'query'),
    ],
    [
      'language-korean',
      'One language is missing.',
      language((code) => (code.trim().toLowerCase() === 'ko' ? 'xx' : code), 'query'),
      'CHOICE',
    ],
    [
      'language-unsupported',
      'An unsupported language fails the submission.',
      changingResponse(toSubmits, (response, { body }) =>
        typeof body?.language === 'string' && !/^[a-z]{2}$/.test(body.language) ? refusal(400) : response,
      ),
    ],
    [
      'language-empty',
      'An empty language fails the submission.',
      refusing((request) => toSubmits(request) && request.body?.language === ''),
    ],
    [
      'language-status',
      'The language changes the status, too.',
      changingRecord((record, { url }) =>
        url.includes('language=') && failed(record) ? { ...record, status: 'gescheitert' } : record,
      ),
    ],
    [
      'language-cost',
      'The language changes the cost, too.',
      changingRecord((record, { url }) =>
        url.includes('language=') ? { ...record, cost: Number(record.cost) + 0.001 } : record,
      ),
    ],
    ['language-stays', 'The language of a poll is also that of later polls without one.', staying],
    [
      'language-lite',
      'sx-5-0-lite refuses a language.',
      refusing(both(toImages, ofModel('sx-5-0-lite'), ({ body }) => body?.language !== undefined)),
    ],
    [
      'language-submission-polled',
      'A poll without a language is in that of the submission.',
      inSubmissionLanguage,
      'CHOICE',
    ],
    ['language-inherited', 'A submission without a language gets that of the one before.', inherited],
  ],
);
