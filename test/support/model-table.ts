/** The models of the specification by their accepted spellings, with where they are submitted (sections 4.3, 4.4). */
export const spellings = [
  ['vxq3', '/v1/videos/generations'],
  ['vxq3-mix', '/v1/videos/generations'],
  ['qx-image-3.0', '/v1/images/generations'],
  ['qx-image-3.0-pro', '/v1/images/generations'],
  ['sx-5-0-lite', '/v1/images/generations'],
  ['sx-5.0-lite', '/v1/images/generations'],
  ['Sx-5.0-lite', '/v1/images/generations'],
  ['sx-5-0-pro', '/v1/images/generations'],
  ['sx-5.0-pro', '/v1/images/generations'],
] as const;

/** A request body that names a model. */
export interface SubmitBody {
  readonly model: string;
  readonly [field: string]: unknown;
}

/** The smallest body that a model accepts; video models need the URL of a reference. */
export function leastBody(spelling: string, reference: string): SubmitBody {
  const least = { model: spelling, prompt: 'A paper boat' };
  return spelling.startsWith('vx') ? { ...least, image_urls: [reference] } : least;
}
