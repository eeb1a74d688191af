import { crc32 } from 'node:zlib';
import type { DrawnScene, ImageDescription, SceneWish } from '../../gateway/ports/media/media.ts';
import { drawings } from '../draw/draw-subject.ts';
import { palettes } from './palettes.ts';
import { weatherNames } from './weather.ts';

const KEYWORD = 'gatewright';
const LONGEST_NOTE = 2000;
/** Number of chunks or segments before the pixels that are searched for a note. */
const MAX_SEARCHED = 8;

/** Writes into a drawn picture what its scene was drawn from: a text chunk of a PNG, a comment of a JPEG. */
export function writeSceneNote(
  file: Uint8Array,
  { format, seed, scene }: Pick<ImageDescription, 'format' | 'seed' | 'scene'>,
): Uint8Array {
  const note = Buffer.from(`${KEYWORD}\0${JSON.stringify({ seed, ...(scene ? { scene } : {}) })}`, 'latin1');
  const picture = Buffer.from(file.buffer, file.byteOffset, file.length);
  const at = format === 'png' ? PNG_NOTE : afterJfif(picture);
  const written = format === 'png' ? toChunk(note) : toComment(note);
  return Buffer.concat([picture.subarray(0, at), written, picture.subarray(at)]);
}

/** What a picture of the simulator was drawn from; undefined for any other. The note is not trusted. */
export function readSceneNote(file: Uint8Array, format: string): DrawnScene | undefined {
  const picture = Buffer.from(file.buffer, file.byteOffset, file.length);
  const note = format === 'png' ? findChunk(picture) : format === 'jpeg' ? findComment(picture) : undefined;
  if (!note || note.length > LONGEST_NOTE) return undefined;
  const text = note.toString('latin1');
  if (!text.startsWith(`${KEYWORD}\0`)) return undefined;
  try {
    return toDrawnScene(JSON.parse(text.slice(KEYWORD.length + 1)));
  } catch {
    return undefined;
  }
}

/** Position after the signature and the header. */
const PNG_NOTE = 33;

function toChunk(data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('tEXt'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function findChunk(picture: Buffer): Buffer | undefined {
  let at = PNG_NOTE;
  for (let count = 0; count < MAX_SEARCHED && at + 12 <= picture.length; count += 1) {
    const length = picture.readUInt32BE(at);
    const type = picture.toString('latin1', at + 4, at + 8);
    if (type === 'tEXt') return picture.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') return undefined;
    at += 12 + length;
  }
  return undefined;
}

const SOI_BYTES = 2;
const APP0 = 0xffe0;
const COMMENT = 0xfffe;

function afterJfif(picture: Buffer): number {
  return picture.readUInt16BE(SOI_BYTES) === APP0
    ? SOI_BYTES + 2 + picture.readUInt16BE(SOI_BYTES + 2)
    : SOI_BYTES;
}

function toComment(data: Buffer): Buffer {
  const frame = Buffer.alloc(4);
  frame.writeUInt16BE(COMMENT, 0);
  frame.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([frame, data]);
}

function findComment(picture: Buffer): Buffer | undefined {
  let at = SOI_BYTES;
  for (let count = 0; count < MAX_SEARCHED && at + 4 <= picture.length; count += 1) {
    const marker = picture.readUInt16BE(at);
    const length = picture.readUInt16BE(at + 2);
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
