import type { ImageDescription } from '../gateway/ports/media/media.ts';
import type { Size } from './draw/stage.ts';

/** The part of `h264-mp4-encoder` that is used. */
export type VideoEncoders = Pick<typeof import('h264-mp4-encoder'), 'createH264MP4Encoder'>;

/** What a platform draws and encodes with. A drawing is an SVG document of the size that is given with it. */
export interface MediaTools {
  /** An image file of a drawing; a JPEG is white where the drawing is transparent. */
  encode(
    drawing: string,
    options: Pick<ImageDescription, 'width' | 'height' | 'format' | 'background'>,
  ): Promise<Uint8Array>;
  /** The pixels of a drawing: red, green and blue, and with `alpha` a fourth byte, by which they are not multiplied. */
  draw(drawing: string, options: Size & { readonly alpha: boolean }): Promise<Uint8Array>;
  /** Red, green and blue of a picture file that fills the size, cropped, with a drawing above it. */
  fill(picture: Uint8Array, options: Size & { readonly overlay: string | undefined }): Promise<Uint8Array>;
  /** Loads the video encoder at first use. */
  loadEncoders(): Promise<VideoEncoders>;
}
