const WORDS = ['boat', 'river', 'paper', 'light', 'stone', 'green', 'wind', 'summer', 'road', 'house'];

/** So many common English words. */
export function makeWords(count: number): string {
  return Array.from({ length: count }, (_, index) => WORDS[index % WORDS.length]).join(' ');
}

/** One word so many times. */
export function repeatWord(word: string, count: number): string {
  return `${word} `.repeat(count).trimEnd();
}
