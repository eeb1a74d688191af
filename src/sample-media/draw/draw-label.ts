import type { Size, Stage } from './stage.ts';
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
  const line = firstWords(text, (stage.width - 2 * margin - 44) / (capital / 10));
  return line === '' ? '' : drawPill(stage, line, 'top left');
}

/** The upper left corner of a picture in pixels, for a caption that stays while the picture moves. */
export interface CaptionCorner extends Size {
  readonly drawing: string;
}

/**
 * The caption on a dark panel in the corner whose sides are multiples of `step` pixels, over a bar that is filled for the first step;
 * undefined where it would be illegible.
 */
export function drawCaptionPanel(stage: Stage, text: string, step: number): CaptionCorner | undefined {
  if (Math.min(stage.pixelWidth, stage.pixelHeight) < smallestLabelled) return undefined;
  const line = firstWords(text, (Math.min(stage.width * 0.8, 800) - 48) / (capital / 10));
  if (line === '') return undefined;
  const { width, paths } = createStrokeText(line);
  const scale = capital / 10;
  const pixels = stage.pixelWidth / stage.width;
  const toSteps = (units: number) => Math.ceil((units * pixels) / step) * step;
  const panel = { width: toSteps(width * scale + 48), height: toSteps(capital + 32) };
  const [across, down] = [panel.width / pixels, panel.height / pixels];
  const bar = 4 / pixels;
  const top = (down - bar - capital) / 2;
  const bars = [across, step / pixels]
    .map(
      (length, index) =>
        `<rect y="${(down - bar).toFixed(2)}" width="${length.toFixed(2)}" height="${bar.toFixed(2)}" fill="${index === 0 ? '#46506b' : '#f4f6fb'}"/>`,
    )
    .join('');
  return {
    ...panel,
    drawing:
      `<rect width="${across.toFixed(2)}" height="${down.toFixed(2)}" fill="#161c2c"/>${bars}` +
      `<g transform="translate(24 ${top.toFixed(2)}) scale(${scale})" ${strokes}>${paths}</g>`,
  };
}

/** As many of the first words as fit; also a part of the next one if more than half of the space would be left. */
function firstWords(text: string, room: number): string {
  const words = text.split(/\s+/).filter((word) => createStrokeText(word).width > 0);
  let line = '';
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`;
    const isLast = index === words.length - 1;
    if (createStrokeText(isLast ? longer : `${longer}…`).width > room) {
      if (createStrokeText(line).width < room / 2) return cutToRoom(longer, room);
      return `${line.replace(/[,;:]+$/, '')}…`;
    }
    line = longer;
  }
  return line;
}

function cutToRoom(line: string, room: number): string {
  const letters = Array.from(line);
  while (letters.length > 0 && createStrokeText(`${letters.join('')}…`).width > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

const strokes =
  'fill="none" stroke="#fff" stroke-opacity=".95" stroke-width="1.15" stroke-linecap="round" stroke-linejoin="round"';

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
    `<g transform="translate(22 ${side === 'right' ? 14 : 16}) scale(${scale})" ${strokes}>${paths}</g></g>`
  );
}
