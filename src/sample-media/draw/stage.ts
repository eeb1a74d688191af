/** The drawing surface: its shorter side is always 1000 units, whatever the pixels. */
export interface Stage extends Size {
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export function createStage(pixelWidth: number, pixelHeight: number): Stage {
  const unit = 1000 / Math.min(pixelWidth, pixelHeight);
  return { width: pixelWidth * unit, height: pixelHeight * unit, pixelWidth, pixelHeight };
}

/** Wraps drawn content as an SVG document of exactly the stage's pixels. */
export function toSvg(stage: Stage, content: string): string {
  const box = `0 0 ${stage.width.toFixed(3)} ${stage.height.toFixed(3)}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${stage.pixelWidth}" height="${stage.pixelHeight}" ` +
    `viewBox="${box}" preserveAspectRatio="none">${content}</svg>`
  );
}
