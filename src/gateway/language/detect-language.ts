import { policies } from '../../../generated/policies.ts';
import type { Language } from '../ports/text/translator.ts';

/** Words that are frequent in one language of the Latin script and rare in the others. */
const words: Partial<Record<Language, readonly string[]>> = {
  en: ['the', 'was', 'were', 'is', 'and', 'not', 'of', 'by', 'to', 'this', 'with', 'please', 'you'],
  fr: ['le', 'les', 'est', 'une', 'et', 'pas', 'pour', 'des', 'du', 'été', 'vous', 'dans', 'veuillez'],
  de: ['der', 'die', 'das', 'ist', 'und', 'nicht', 'wurde', 'ein', 'eine', 'den', 'mit', 'bitte', 'sie'],
  id: [
    'tidak',
    'dan',
    'yang',
    'telah',
    'ini',
    'dari',
    'untuk',
    'gagal',
    'dapat',
    'oleh',
    'anda',
    'atau',
    'lalu',
  ],
  pt: ['não', 'foi', 'uma', 'um', 'em', 'os', 'às', 'do', 'da', 'ao', 'você', 'pelo', 'pela', 'são'],
  es: ['el', 'los', 'las', 'del', 'una', 'fue', 'ha', 'por', 'se', 'su', 'y', 'con', 'está', 'usted'],
};

/** Languages with a script of their own, the more specific first: Japanese text has Chinese characters as well. */
const scripts: readonly (readonly [Language, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ru', /\p{Script=Cyrillic}/u],
];

const { detected_characters: MAX_CHARACTERS } = policies.callbacks;

/** The likely language of a text: by its script, else by its function words; undefined when neither is conclusive. Pure. */
export function detectLanguage(text: string): Language | undefined {
  const start = text.slice(0, MAX_CHARACTERS);
  const written = scripts.find(([, letters]) => letters.test(start));
  return written ? written[0] : detectByWords(start);
}

function detectByWords(text: string): Language | undefined {
  const found = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = policies.callbacks.languages.map((language) => {
    const known = words[language] ?? [];
    return { language, score: found.filter((word) => known.includes(word)).length };
  });
  const [best, second] = scores.toSorted((left, right) => right.score - left.score);
  return best && best.score > (second?.score ?? 0) ? best.language : undefined;
}
