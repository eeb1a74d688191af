import { expect, test } from 'vitest';
import { answerFieldsPage } from '../../../scripts/docs/pages/answer-fields.ts';
import { readSiteContract } from '../../../scripts/docs/site-contract.ts';

const { contract } = await readSiteContract([]);
const { text } = answerFieldsPage(contract);

/** The first cell of the row of a field, without its markup. */
function typesOf(field: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`| \`${field}\`<br>`))
    .map((line) => /<span class="detail">(.*?)<\/span>/.exec(line)?.[1] ?? '');
}

test('an error of a task is a string or an object (section 2.4), an error of a response one of the envelope', () => {
  expect(typesOf('error')).toContain('string or [TaskError](#taskerror)');
  expect(typesOf('error').filter((type) => type === '[error](./errors/index.md)')).toHaveLength(2);
  expect(typesOf('error')).toHaveLength(3);
});

test('counts of tool calls are an object of counts by name', () => {
  expect(typesOf('x_tools')).toEqual(['object of [ToolCallCount](#toolcallcount)']);
});

test('members of an object without a heading of its own follow the object', () => {
  expect(typesOf('submit')).toEqual(['object']);
  expect(typesOf('submit.task_id_path')).toEqual(['string']);
  expect(typesOf('poll.endpoint')).toEqual(['string']);
  expect(typesOf('action.query')).toEqual(['string']);
  expect(typesOf('input_tokens_details.cached_tokens')).toEqual(['integer']);
});

test('members of an object with a heading stay below it', () => {
  expect(typesOf('output_tokens_details')).toEqual(['[OutputTokensDetails](#outputtokensdetails)']);
  expect(text).not.toContain('output_tokens_details.reasoning_tokens');
  expect(typesOf('data')).toContain('list of [ModelEntry](#modelentry)');
});
