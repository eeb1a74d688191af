import { LLMock } from '@copilotkit/aimock';
import { TEXT_ANSWER, TEXT_QUESTION } from './text.ts';

/** aimock with one fixture. It prints its origin. */
const mock = new LLMock({ port: 0, logLevel: 'silent' });
mock.onMessage(TEXT_QUESTION, { content: TEXT_ANSWER });
await mock.start();
process.stdout.write(`${mock.url}\n`);
