import type { SceneHour, SceneThing, SceneWish } from '../../gateway/ports/media/media.ts';
import { expressionStarts, foreignAmong, type Meaning, sceneWords } from './scene-words.ts';

/** Prompts can be long; the subject comes first. */
const LONGEST_READ = 600;
const LONGEST_EXPRESSION = 3;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const DENIALS = new Set(['no', 'without', 'ohne', 'kein', 'keine', 'sans', 'sin']);

/** What a prompt asks a scene to show, as far as the simulator knows its words; undefined where it knows none. Pure. */
export function readPrompt(prompt: string): SceneWish | undefined {
  const things = new Set<SceneThing>();
  const absent = new Set<SceneThing>();
  let setting: Omit<Meaning, 'thing' | 'water'> = {};
  let water: boolean | undefined;
  const unlit = new Set<'sun' | 'moon'>();
  for (const { meaning, isDenied } of meaningsIn(prompt.slice(0, LONGEST_READ).toLowerCase())) {
    const { thing, water: isWater, ...colours } = meaning;
    if (isDenied) {
      if (thing === 'sun') unlit.add(lightOf(meaning.hour));
      else if (thing) absent.add(thing);
      else if (isWater) water = false;
      continue;
    }
    if (thing) things.add(thing);
    setting = { ...colours, ...setting };
    if (isWater) water ??= true;
  }
  const { hour } = setting;
  if (hour ? unlit.has(lightOf(hour)) : unlit.size > 0) absent.add('sun');
  for (const thing of absent) things.delete(thing);
  const wish = {
    ...(things.size > 0 ? { things: [...things] } : {}),
    ...(absent.size > 0 ? { absent: [...absent] } : {}),
    ...setting,
    ...(water === undefined ? {} : { water }),
  };
  return Object.keys(wish).length > 0 ? wish : undefined;
}

/** At night the sun is a moon, which "no sun" does not remove. */
function lightOf(hour: SceneHour | undefined): 'sun' | 'moon' {
  return hour === 'night' ? 'moon' : 'sun';
}

interface Found {
  readonly meaning: Meaning;
  readonly isDenied: boolean;
}

function* meaningsIn(text: string): Generator<Found> {
  const words = text.match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? [];
  const hasUnspaced = UNSPACED.test(text);
  const foreign = foreignAmong(words);
  for (let index = 0; index < words.length; ) {
    const word = words[index] ?? '';
    if (hasUnspaced && UNSPACED.test(word)) {
      yield* meaningsInRun(word);
      index += 1;
      continue;
    }
    const length = expressionAt(words, index);
    const meaning = sceneWords.get(length === 1 ? word : words.slice(index, index + length).join(' '));
    if (meaning && !foreign.has(word)) yield { meaning, isDenied: isDeniedAt(words, index) };
    index += length;
  }
}

/** Length in words of the longest known expression from here; 1 if there is none. */
function expressionAt(words: readonly string[], index: number): number {
  const longest = expressionStarts.has(words[index] ?? '') ? LONGEST_EXPRESSION : 1;
  for (let length = longest; length > 1; length -= 1) {
    if (index + length <= words.length && sceneWords.has(words.slice(index, index + length).join(' ')))
      return length;
  }
  return 1;
}

/** `no trees`, `without any people`: a negation up to two words before. */
function isDeniedAt(words: readonly string[], index: number): boolean {
  return words.slice(Math.max(0, index - 2), index).some((word) => DENIALS.has(word));
}

function* meaningsInRun(run: string): Generator<Found> {
  for (let index = 0; index < run.length; ) {
    const length = [4, 3, 2, 1].find((size) => sceneWords.has(run.slice(index, index + size))) ?? 0;
    const meaning = length > 0 ? sceneWords.get(run.slice(index, index + length)) : undefined;
    if (meaning) yield { meaning, isDenied: false };
    index += Math.max(length, 1);
  }
}
