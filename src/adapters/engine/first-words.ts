/** Characters of a prompt that are examined, and that are kept. */
const LONGEST_READ = 600;
const LONGEST_KEPT = 90;
/** The marks of places in an edit (section 4.4.3). */
const MARKS = /<(point|bbox)>[\d\s.,]{0,60}<\/\1>/gi;
/** White space other than a single space. */
const UNEVEN = /\s{2,}|[^\S ]/g;

/** The first words of a prompt, for a caption: without marks, and with an ellipsis where it goes on. */
export function firstWords(prompt: string): string {
  const text = prompt.slice(0, LONGEST_READ).replace(MARKS, ' ').replace(UNEVEN, ' ').trim();
  if (text === '') return '';
  if (text.length <= LONGEST_KEPT && prompt.length <= LONGEST_READ) return text;
  const start = text.slice(0, LONGEST_KEPT + 1);
  const lastSpace = start.lastIndexOf(' ');
  const kept = lastSpace > 0 ? start.slice(0, lastSpace) : start.slice(0, LONGEST_KEPT);
  return `${kept.toWellFormed().replace(/[\s,;:\uFFFD]+$/, '')}…`;
}
