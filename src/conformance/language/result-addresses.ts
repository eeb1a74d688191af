import { isObject, toList, toObject } from '../suite/json.ts';

/** Every address in the result of a task record: of images and videos, one item or several, `url` a list or not. */
export function resultAddresses(record: unknown): readonly string[] {
  const { images, videos } = toObject(toObject(record).result);
  return [...toList(images), ...toList(videos)].flatMap((item) => {
    const url = isObject(item) ? item.url : item;
    return [url].flat().filter((address) => typeof address === 'string');
  });
}
