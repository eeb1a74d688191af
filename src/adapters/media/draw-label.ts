import type { Stage } from './stage.ts';
import { createStrokeText } from './stroke-text.ts';

/** Images with a shorter side below this many pixels have no text: it would be illegible. */
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

/** Model, index and the first words of the prompt in the upper left corner: as many words as fit. */
export function drawCaption(stage: Stage, text: string): string {
  const room = (stage.width - 2 * margin - 44) / (capital / 10);
  const words = text.split(/\s+/).filter((word) => createStrokeText(word).width > 0);
  let line = '';
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`;
    const isLast = index === words.length - 1;
    if (createStrokeText(isLast ? longer : `${longer}…`).width > room) {
      line = line === '' ? '' : `${line}…`;
      break;
    }
    line = longer;
  }
  return line === '' ? '' : drawPill(stage, line, 'top left');
}

function drawPill(stage: Stage, text: string, side: 'left' | 'right' | 'top left'): string {
  if (Math.min(stage.pixelWidth, stage.pixelHeight) < smallestLabelled) return '';
  const { width, paths } = createStrokeText(text);
  const scale = capital / 10;
  const pill = { width: width * scale + 44, height: capital + 32 };
  const left = side === 'right' ? stage.width - margin - pill.width : margin;
  const top = side === 'top left' ? margin : stage.height - margin - pill.height;
  return (
    `<g transform="translate(${left.toFixed(1)} ${top.toFixed(1)})">` +
    `<rect width="${pill.width.toFixed(1)}" height="${pill.height}" rx="${pill.height / 2}" fill="#101626" fill-opacity=".42"/>` +
    `<g transform="translate(22 ${side === 'right' ? 14 : 16}) scale(${scale})" fill="none" stroke="#fff" stroke-opacity=".95" ` +
    `stroke-width="1.15" stroke-linecap="round" stroke-linejoin="round">${paths}</g></g>`
  );
}
