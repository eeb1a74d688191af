/** An HEIC image of 640x480 pixels in one colour. It is embedded because no dependency encodes HEVC. */
const HEIC = `
AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAVdtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
ACJpbG9jAAAAAERAAAEAAQAAAAABewABAAAAAAAAAIEAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt
AAAAAAABAAAA12lwcnAAAAC4aXBjbwAAAHlodmNDAQNwAAAAkAAAAAAAWvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA
AAMAWroCQGEAAQAsQgEBA3AAAAMAkAAAAwAAAwBaoAUCAeFlupJKa5uAhoMCAAADADIAAAMAAhBiAAEAB0QBwXKwYkAAAAATY29s
cm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAACgAAAAeAAAAAQcGl4aQAAAAADCAgIAAAAF2lwbWEAAAAAAAAAAQABBIECAwQAAACJ
bWRhdAAAAH0oAa8ZEF85rFrX93yFN//0wsR5FG/wYFeKz/LGyjzqAcIXoxAAAAMCaqa3OoB6hWjyAAADAAAF5JMFqOAAAAMAAAMA
AGvAhwAAAwAAAwAAAwAD8gAAAwAAAwAAAwAB7QAAAwAAAwAAAwApoAAAAwAAAwAAAwDogAAAAwAG1A==`;

/** The HEIC image; `heif` gets the general brand of the container. Throws for any other size. */
export function heicImage(width: number, height: number, format: string): Uint8Array {
  if (width !== 640 || height !== 480) throw new Error(`$image: ${format} images are 640x480`);
  const bytes = Buffer.from(HEIC, 'base64');
  if (format === 'heif') bytes.write('mif1', 8, 'latin1');
  return bytes;
}
