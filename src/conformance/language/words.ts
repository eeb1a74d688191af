const WORDS = ['boat', 'river', 'paper', 'light', 'stone', 'green', 'wind', 'summer', 'road', 'house'];

/** Common English words, repeated up to the count. */
export function makeWords(count: number): string {
  return Array.from({ length: count }, (_, index) => WORDS[index % WORDS.length]).join(' ');
}

export function repeatWord(word: string, count: number): string {
  return `${word} `.repeat(count).trimEnd();
}
