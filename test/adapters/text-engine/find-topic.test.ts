import { expect, test } from 'vitest';
import { findTopic } from '../../../src/adapters/text-engine/find-topic.ts';

test.each([
  ['What is a lighthouse for?', 'a lighthouse'],
  ['Tell me about the tides, please', 'the tides'],
  ['What for?', 'What'],
  ['Describe the way to the harbour', 'the way to the harbour'],
  ['', 'this'],
])('the topic of %j is %j', (input, topic) => expect(findTopic(input)).toBe(topic));
