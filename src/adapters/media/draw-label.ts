import type { Stage } from './stage.ts';
import { createStrokeText } from './stroke-text.ts';

/** Pictures with a shorter side below this many pixels carry no text: it could not be read. */
const smallestLabelled = 100;

const capital = 24;
const margin = 34;

/** The size of the picture in its lower left corner, such as `2048×1152`. */
export function drawSizeLabel(stage: Stage): string {
  return drawPill(stage, `${stage.pixelWidth}×${stage.pixelHeight}`, 'left');
}

/** The mark `AI generated` in the lower right corner (section 4.4.3, `watermark`). */
export function drawWatermark(stage: Stage): string {
  return drawPill(stage, 'AI generated', 'right');
}

function drawPill(stage: Stage, text: string, side: 'left' | 'right'): string {
  if (Math.min(stage.pixelWidth, stage.pixelHeight) < smallestLabelled) return '';
  const { width, paths } = createStrokeText(text);
  const scale = capital / 10;
  const pill = { width: width * scale + 44, height: capital + 32 };
  const left = side === 'left' ? margin : stage.width - margin - pill.width;
  const top = stage.height - margin - pill.height;
  return (
    `<g transform="translate(${left.toFixed(1)} ${top.toFixed(1)})">` +
    `<rect width="${pill.width.toFixed(1)}" height="${pill.height}" rx="${pill.height / 2}" fill="#101626" fill-opacity=".42"/>` +
    `<g transform="translate(22 ${side === 'left' ? 16 : 14}) scale(${scale})" fill="none" stroke="#fff" stroke-opacity=".95" ` +
    `stroke-width="1.15" stroke-linecap="round" stroke-linejoin="round">${paths}</g></g>`
  );
}
