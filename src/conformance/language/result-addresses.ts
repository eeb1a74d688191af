import { isObject, toList, toObject } from '../suite/json.ts';

/** Every address in the result of a task record: images and videos, one item or several, with `url` as a string or a list. */
export function resultAddresses(record: unknown): readonly string[] {
  const { images, videos } = toObject(toObject(record).result);
  return [...toList(images), ...toList(videos)].flatMap((item) => {
    const url = isObject(item) ? item.url : item;
    return [url].flat().filter((address) => typeof address === 'string');
  });
}
