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
  const found = meaningsIn(prompt.slice(0, LONGEST_READ).toLowerCase());
  if (found.length === 0) return undefined;
  const things = new Set<SceneThing>();
  const absent = new Set<SceneThing>();
  const unlit = new Set<'sun' | 'moon'>();
  const setting: { -readonly [Member in 'hour' | 'ground' | 'weather']?: SceneWish[Member] } = {};
  let water: boolean | undefined;
  for (const { meaning, isDenied } of found) {
    const { thing, hour, ground, weather, water: isWater } = meaning;
    if (isDenied) {
      if (thing === 'sun') unlit.add(lightOf(hour));
      else if (thing) absent.add(thing);
      else if (isWater) water = false;
      continue;
    }
    if (thing) things.add(thing);
    if (hour) setting.hour ??= hour;
    if (ground) setting.ground ??= ground;
    if (weather) setting.weather ??= weather;
    if (isWater) water ??= true;
  }
  if (setting.hour ? unlit.has(lightOf(setting.hour)) : unlit.size > 0) absent.add('sun');
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

function meaningsIn(text: string): readonly Found[] {
  const words = text.match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? [];
  const hasUnspaced = UNSPACED.test(text);
  const foreign = foreignAmong(words);
  const found: Found[] = [];
  for (let index = 0; index < words.length; ) {
    const word = words[index] ?? '';
    if (hasUnspaced && UNSPACED.test(word)) {
      found.push(...meaningsInRun(word));
      index += 1;
      continue;
    }
    const length = expressionAt(words, index);
    const meaning = sceneWords.get(length === 1 ? word : words.slice(index, index + length).join(' '));
    if (meaning && !foreign.has(word)) found.push({ meaning, isDenied: isDeniedAt(words, index) });
    index += length;
  }
  return found;
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
  return DENIALS.has(words[index - 1] ?? '') || DENIALS.has(words[index - 2] ?? '');
}

function meaningsInRun(run: string): readonly Found[] {
  const found: Found[] = [];
  for (let index = 0; index < run.length; ) {
    const length = [4, 3, 2, 1].find((size) => sceneWords.has(run.slice(index, index + size))) ?? 0;
    const meaning = length > 0 ? sceneWords.get(run.slice(index, index + length)) : undefined;
    if (meaning) found.push({ meaning, isDenied: false });
    index += Math.max(length, 1);
  }
  return found;
}
