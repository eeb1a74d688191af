type Sentences = readonly [string, ...string[]];

/** What the simulator thinks; `{topic}` is filled in. */
export const thoughts: Sentences = [
  'The question is about {topic}.',
  'The answer should say what matters about {topic} and leave the rest out.',
  'First the plain meaning of {topic}, then an example.',
  'Nothing here needs a long detour; {topic} can be told in a few sentences.',
  'It helps to keep apart what is known of {topic} and what is only likely.',
  'A short answer serves best, with one detail that shows how {topic} works.',
];

/** Openings of an answer. */
export const openings: Sentences = [
  'In short, {topic} is simpler than it looks.',
  'Here is what there is to say about {topic}.',
  'You asked about {topic}.',
  'The main thing about {topic} is how its parts fit together.',
  'There are two sides to {topic}, and both are worth a look.',
];

/** Middle sentences. */
export const facts: Sentences = [
  'It starts with something small that anyone can try at home.',
  'Most people meet {topic} for the first time without noticing it.',
  'The order of the steps matters more than their speed.',
  'A good example fits on one sheet of paper.',
  'What looks like a detail often decides how well it holds.',
  'With a little care the same result can be had twice in a row.',
  'Older descriptions of {topic} agree on the outline and differ in the names.',
  'If one part gives way, the others can carry it for a while.',
  'It is cheap to test and easy to put right.',
  'The limits show first at the edges, where the pieces meet.',
  'Measured against the alternatives, it does well on ordinary days.',
  'Whoever has done it once will recognise {topic} anywhere.',
];

/** Endings of an answer. */
export const closings: Sentences = [
  'That is the heart of {topic}.',
  'From here, a closer look at one example is the best next step.',
  'If you need more, ask about any part of {topic}.',
  'So much for {topic}; the rest is practice.',
];

/** Sentences about a tool that was called; `{query}` is filled in. */
export const toolRemarks: Readonly<Record<string, string>> = {
  web_search: 'A search for "{query}" found a page that says the same.',
  web_extractor: 'The text at {query} covers it in its first paragraph.',
  code_interpreter: 'The calculation ran without an error and its result supports this.',
  web_search_image: 'Several pictures for "{query}" are published on the web.',
  image_search: 'The picture resembles others that are published on the web.',
};
