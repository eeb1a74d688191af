import { expect, test } from 'vitest';
import { planToolCalls } from '../../../src/adapters/text-engine/plan-tool-calls.ts';

const all = ['web_search', 'web_extractor', 'code_interpreter', 'web_search_image', 'image_search'];
const toolsFor = (input: string, declared: readonly string[] = all) =>
  planToolCalls(declared, { input, topic: 'this' }).map(({ tool }) => tool);

test.each<readonly [tool: string, inputs: readonly string[]]>([
  [
    'web_search',
    [
      'search: tides',
      'google it',
      'Use web_search to find the height of the tide.',
      'Use the web-search tool, please.',
      'Do a web search for tides',
      'Run a web search for tides',
      'WEB_SEARCH(tides)',
      'Search the web for paper boats.',
      'Search for tide tables',
      'Search online for tide tables',
      'Search tide tables in Brest',
      'Can you search tide tables?',
      'Do a quick search on tides',
      'Please google the tides in Brest',
      'Google: tides',
      'Find the tide table of Brest online',
      'Check on the internet when it is high tide',
      'Browse the web and tell me about tides.',
      'Look it up',
      'Look up the tides',
      'What is the latest on tides?',
      'Any news?',
    ],
  ],
  [
    'web_extractor',
    [
      'Read https://boats.example/a?b=1.',
      'Summarize www.boats.example/news for me',
      'Fetch boats.example/latest/run and translate it',
      'Extract the text of boats.example',
      'What does http://news.example/search: say?',
      'Use web_extractor',
      'Call the web extractor on that page',
      'Extract the text of the page',
    ],
  ],
  [
    'code_interpreter',
    [
      'Please calculate 2 + 2.',
      'Run this code',
      'Execute it',
      'Compute the median',
      'Evaluate 3 * 7',
      'Use Python to sort the list',
      'Take these numbers and use code to sort them',
      'Do the calculation',
      'Use the code interpreter.',
      'code_interpreter: 1 + 1',
      'code-interpreter, 1 + 1',
      'Solve the following quadratic equation',
      'Multiply them by 17',
    ],
  ],
  [
    'web_search_image',
    [
      'Show me a picture of a boat',
      'Use web_search_image for boats',
      'web search image: boats',
      'Find some boat photos',
      'Find me a boat photo',
      'Search for images showing boats',
      'Search the web for pictures of boats',
      'Get me three images of boats',
      'Photos of boats, please',
    ],
  ],
  [
    'image_search',
    [
      'search for images similar to this image',
      'Please do a reverse image search',
      'Use image_search on this',
      'Run image_search',
      'Run a reverse image search on it',
      'image-search',
      'Find similar ones',
      'Find me visually similar products',
      'Find similar pictures.',
      'Search by image',
      'Search with this picture',
      'Show me more like this',
      'Find pictures that look like this one',
      'Images resembling this, please',
      'Where does this picture come from?',
      'Find the source of this image',
      'Where was this photo taken?',
    ],
  ],
])('only %s is called, when requested', (tool, inputs) => {
  expect(inputs.filter((input) => toolsFor(input).join() !== tool)).toEqual([]);
  expect(inputs.filter((input) => toolsFor(input, [tool]).join() !== tool)).toEqual([]);
  const others = all.filter((other) => other !== tool && other !== 'web_search');
  expect(inputs.flatMap((input) => toolsFor(input, others))).not.toContain(tool);
});

test.each([
  '',
  'What is a paper boat?',
  'Describe this image.',
  'What is this a picture of?',
  'What do you see in the picture?',
  'Describe this photo of a boat',
  'Show me what is in this picture',
  'How do search engines work?',
  'Search engines: a history',
  'What is a binary search tree?',
  'Explain research: its aims and ends',
  'Who founded Google?',
  'We have run out of paper. What now?',
  'I look up to my brother.',
  'Does it look like this?',
  'What does README.md say in a project?',
  'Explain the code of conduct and how to interpret it',
  'What is cloud computing?',
  'What is running good for?',
  'Why do people use Python and use the web?',
  'Evaluate this essay',
  'Who wrote to me@mail.example.com?',
])('nothing is called for "%s"', (input) => {
  expect(toolsFor(input)).toEqual([]);
});

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['Use web_search and code_interpreter.', all, ['web_search', 'code_interpreter']],
  ['Search the web for boats, then calculate their weight', all, ['web_search', 'code_interpreter']],
  ['Search the web for boats and find pictures of them', all, ['web_search', 'web_search_image']],
  ['Search the web for similar images', all, ['web_search', 'image_search']],
  ['Search for tides and read https://tides.example/', all, ['web_search', 'web_extractor']],
  ['Search for images of boats', ['web_search'], ['web_search']],
  ['Use web_search_image for boats', ['web_search'], []],
  ['Use t2i_search', ['t2i_search', 'constructor'], []],
])('for "%s" with %j declared it calls %j', (input, declared, calls) => {
  expect(toolsFor(input, declared)).toEqual(calls);
});

test.each([
  ['Read https://boats.example/a?b=1.', 'https://boats.example/a?b=1'],
  ['Summarize www.boats.example, please', 'www.boats.example'],
  ['Fetch boats.example/folding.', 'boats.example/folding'],
  ['Use web_extractor', 'this'],
])('from "%s" it extracts %s', (input, query) => {
  expect(planToolCalls(all, { input, topic: 'this' })).toEqual([{ tool: 'web_extractor', query }]);
});

test.each(['search for a ', 'a', 'find the ', 'read a.', '. \n', 'run a web ', 'www.', 'look up '])(
  'a long input of %j is planned within the time of a test, each tool at most once',
  (piece) => {
    const called = toolsFor(piece.repeat(1_000_000 / piece.length));
    expect(new Set(called).size).toBe(called.length);
  },
);
