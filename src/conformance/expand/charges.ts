import { toNanoUsd } from '../language/nano-usd.ts';
import { type JsonObject, toList, toObject } from '../suite/json.ts';
import { holds, valueFor } from './model-bodies.ts';

/** What a request asks for: pixels, and the tier that they belong to, if any. */
export interface AskedSize {
  readonly tier?: string;
  readonly width: number;
  readonly height: number;
}

/** What a model file says that a request costs. */
export interface Charge {
  /** The rate that applies: its place in the list of the file. */
  readonly line: number;
  /** Images, or seconds of a clip. */
  readonly units: number;
  /** References beyond the free ones. */
  readonly further: number;
  readonly nano_usd: number;
}

/** The charge of a request by the model file; undefined when what is made is not known before the task ends. */
export function chargeOf(model: JsonObject, body: JsonObject, size: AskedSize): Charge | undefined {
  const { rates, hold, reference_surcharge: surcharge } = toObject(model.prices);
  const { layers } = toObject(model.output);
  const isOpen = [layers, ...toList(toObject(hold).cases)].some((one) =>
    holds(toObject(one).when, model, body),
  );
  const line = toList(rates).findIndex((rate) => isRateOf(toObject(rate), size));
  const units = unitsOf(model, body);
  if (isOpen || line < 0 || units === undefined) return undefined;
  const { field, free = 0, rate: each = '0' } = toObject(surcharge);
  const further = Math.max(0, toList(body[String(field)]).length - Number(free));
  const nano =
    toNanoUsd(toObject(toList(rates)[line]).rate) * BigInt(units) + toNanoUsd(each) * BigInt(further);
  return { line, units, further, nano_usd: Number(nano) };
}

function isRateOf({ tier, max_pixels: most }: JsonObject, size: AskedSize): boolean {
  return (
    (tier === undefined || tier === size.tier) &&
    (most === undefined || size.width * size.height <= Number(most))
  );
}

function unitsOf(model: JsonObject, body: JsonObject): number | undefined {
  const { kind, images, video } = toObject(model.output);
  const isClip = kind === 'video' || model.operation === 'video_generation';
  const expression = isClip ? toObject(video).seconds : toObject(images).count;
  const units = expression === undefined ? 1 : valueFor(expression, model, body);
  return typeof units === 'number' && Number.isInteger(units) && units > 0 ? units : undefined;
}
