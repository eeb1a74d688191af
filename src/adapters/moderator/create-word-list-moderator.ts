import type { Moderator } from '../../gateway/ports/text/moderator.ts';
import { flaggedWords } from './flagged-words.ts';

/**
 * Creates a moderator for the simulator: texts are flagged by whole words and phrases, images by the words in the path of
 * their address (`/gore.png`), since pixels are not examined. The same input gives the same result, categories in the order of the lists.
 */
export function createWordListModerator(): Moderator {
  const lists = Object.entries(flaggedWords).map(([category, words]) => ({
    category,
    pattern: toPattern(words),
  }));
  return {
    async moderate({ texts, imageUrls }) {
      const read = [...texts, ...imageUrls.map(toWords)].map(normalize);
      const categories = lists
        .filter(({ pattern }) => read.some((text) => pattern.test(text)))
        .map(({ category }) => category);
      return { isFlagged: categories.length > 0, categories };
    },
  };
}

function toPattern(words: readonly string[]): RegExp {
  const choices = words.map((phrase) => phrase.replaceAll(' ', ' +'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${choices.join('|')})(?![\\p{L}\\p{N}])`, 'u');
}

/** Normalizes look-alike characters, case and white space. */
function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}

/** The path of an address as words; the bytes of a `data:` image are not examined. */
function toWords(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, pathname } = new URL(address);
  return protocol === 'data:' ? '' : decode(pathname).replace(/[^\p{L}\p{N}]+/gu, ' ');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
