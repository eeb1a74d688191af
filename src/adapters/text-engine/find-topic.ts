const LONGEST_TOPIC = 60;
const OPENINGS =
  /^(?:(?:please|hi|hello|hey|can you|could you|would you|i want to know|tell me|explain|describe|summari[sz]e|write|search the web for|what (?:is|are|was|were)|who (?:is|are|was|were|has)?|why (?:is|are|do|does)|how (?:do|does|can|to|is|are)|where (?:is|are|was)|when (?:is|was|did)|about|me)\b[\s,]*)+/i;

/** Prepositions that are left at the end of a question, as in "what for?". */
const ENDINGS = /(?:\s+(?:about|at|for|from|in|like|of|on|to|with))+$/i;

/** A few words of the input that become the topic of the answer: its first clause without the question words. */
export function findTopic(input: string): string {
  const sentence = /[^.?!,;\n]*[^.?!,;\s][^.?!,;\n]*/.exec(input.slice(0, 2000))?.[0].trim() ?? '';
  const core = sentence.replace(OPENINGS, '').replace(ENDINGS, '').trim() || sentence;
  if (core === '') return 'this';
  if (core.length <= LONGEST_TOPIC) return core;
  const cut = core.slice(0, LONGEST_TOPIC);
  const end = cut.lastIndexOf(' ');
  return (end > 0 ? cut.slice(0, end) : cut).toWellFormed();
}
