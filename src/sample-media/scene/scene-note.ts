import type { DrawnScene, ImageDescription, SceneWish } from '../../gateway/ports/media/media.ts';
import { drawings } from '../draw/draw-subject.ts';
import { concat, crc32, toBytes, toText, viewOf } from './note-bytes.ts';
import { palettes } from './palettes.ts';
import { weatherNames } from './weather.ts';

const KEYWORD = 'gatewright';
const LONGEST_NOTE = 2000;
/** Number of chunks or segments before the pixels that are searched for a note. */
const MAX_SEARCHED = 8;

/** Writes into a drawn picture what its scene was drawn from: a text chunk of a PNG, a comment of a JPEG. */
export function writeSceneNote(
  picture: Uint8Array,
  { format, seed, scene }: Pick<ImageDescription, 'format' | 'seed' | 'scene'>,
): Uint8Array {
  const note = toBytes(`${KEYWORD}\0${JSON.stringify({ seed, ...(scene ? { scene } : {}) })}`);
  const at = format === 'png' ? PNG_NOTE : afterJfif(picture);
  const written = format === 'png' ? toChunk(note) : toComment(note);
  return concat([picture.subarray(0, at), written, picture.subarray(at)]);
}

/** What a picture of the simulator was drawn from; undefined for any other. The note is not trusted. */
export function readSceneNote(picture: Uint8Array, format: string): DrawnScene | undefined {
  const note = format === 'png' ? findChunk(picture) : format === 'jpeg' ? findComment(picture) : undefined;
  if (!note || note.length > LONGEST_NOTE) return undefined;
  const text = toText(note);
  if (!text.startsWith(`${KEYWORD}\0`)) return undefined;
  try {
    return toDrawnScene(JSON.parse(text.slice(KEYWORD.length + 1)));
  } catch {
    return undefined;
  }
}

/** Position after the signature and the header. */
const PNG_NOTE = 33;

function toChunk(data: Uint8Array): Uint8Array {
  const body = concat([toBytes('tEXt'), data]);
  const frame = new Uint8Array(8);
  viewOf(frame).setUint32(0, data.length);
  viewOf(frame).setUint32(4, crc32(body));
  return concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function findChunk(picture: Uint8Array): Uint8Array | undefined {
  const view = viewOf(picture);
  let at = PNG_NOTE;
  for (let count = 0; count < MAX_SEARCHED && at + 12 <= picture.length; count += 1) {
    const length = view.getUint32(at);
    const type = toText(picture.subarray(at + 4, at + 8));
    if (type === 'tEXt') return picture.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') return undefined;
    at += 12 + length;
  }
  return undefined;
}

const SOI_BYTES = 2;
const APP0 = 0xffe0;
const COMMENT = 0xfffe;

function afterJfif(picture: Uint8Array): number {
  const view = viewOf(picture);
  return view.getUint16(SOI_BYTES) === APP0 ? SOI_BYTES + 2 + view.getUint16(SOI_BYTES + 2) : SOI_BYTES;
}

function toComment(data: Uint8Array): Uint8Array {
  const frame = new Uint8Array(4);
  viewOf(frame).setUint16(0, COMMENT);
  viewOf(frame).setUint16(2, data.length + 2);
  return concat([frame, data]);
}

function findComment(picture: Uint8Array): Uint8Array | undefined {
  const view = viewOf(picture);
  let at = SOI_BYTES;
  for (let count = 0; count < MAX_SEARCHED && at + 4 <= picture.length; count += 1) {
    const marker = view.getUint16(at);
    const length = view.getUint16(at + 2);
    if (marker === COMMENT) return picture.subarray(at + 4, at + 2 + length);
    if (marker < APP0 || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

function toDrawnScene(note: unknown): DrawnScene | undefined {
  const { seed, scene } = Object(note) as { readonly seed?: unknown; readonly scene?: unknown };
  if (typeof seed !== 'number' || !Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) return undefined;
  if (scene === undefined) return { seed };
  const wish = toWish(Object(scene));
  return wish && { seed, scene: wish };
}

function toWish(given: Readonly<Record<keyof SceneWish, unknown>>): SceneWish | undefined {
  const { things = [], absent = [], hour, ground, weather, water } = given;
  const isKnown = (list: unknown) =>
    Array.isArray(list) &&
    list.length <= 100 &&
    list.every((thing) => Object.hasOwn(drawings, String(thing)));
  const isHour = hour === undefined || palettes.some((palette) => palette.hour === hour);
  const isGround = ground === undefined || palettes.some((palette) => palette.ground === ground);
  const isWeather = weather === undefined || weatherNames.includes(String(weather));
  const isWater = water === undefined || typeof water === 'boolean';
  const isSetting = isHour && isGround && isWeather && isWater;
  if (!isKnown(things) || !isKnown(absent) || !isSetting) return undefined;
  return JSON.parse(JSON.stringify({ things, absent, hour, ground, weather, water })) as SceneWish; // checked above
}
