import type { Palette } from '../scene/palettes.ts';
import type { SubjectDrawing, SubjectKind } from './draw-subject.ts';

type Plant = Extract<SubjectKind, 'tree' | 'pine' | 'bush' | 'flowers' | 'rocks'>;

/** Plants and rocks in the meadow. */
export const plants: Readonly<Record<Plant, SubjectDrawing>> = {
  tree: { width: 240, height: 310, draw: drawTree },
  pine: { width: 150, height: 290, draw: drawPine },
  bush: { width: 190, height: 110, draw: drawBush },
  flowers: { width: 180, height: 120, draw: drawFlowers },
  rocks: { width: 210, height: 110, draw: drawRocks },
};

function drawTree({ leaf, trunk }: Palette): string {
  return (
    `<path d="M106 308c8-44 8-92 6-140h18c-2 52 0 98 12 140z" fill="${trunk}"/>` +
    `<path d="M118 214L84 176M122 232l40-46" stroke="${trunk}" stroke-width="9" stroke-linecap="round"/>` +
    `<g fill="${leaf[1]}"><circle cx="72" cy="146" r="62"/><circle cx="168" cy="146" r="64"/><circle cx="120" cy="162" r="58"/></g>` +
    `<g fill="${leaf[0]}"><circle cx="118" cy="76" r="70"/><circle cx="68" cy="128" r="50"/><circle cx="164" cy="122" r="54"/></g>` +
    '<g fill="#fff" fill-opacity=".13"><circle cx="96" cy="58" r="36"/><circle cx="54" cy="116" r="22"/><circle cx="146" cy="104" r="26"/></g>'
  );
}

function drawPine({ leaf, trunk }: Palette): string {
  return (
    `<rect x="66" y="236" width="18" height="52" fill="${trunk}"/>` +
    `<path d="M75 112L146 248H4z" fill="${leaf[1]}"/><path d="M75 58l58 118H17z" fill="${leaf[1]}"/><path d="M75 4l44 96H31z" fill="${leaf[0]}"/>` +
    `<path d="M75 58L17 176h34L75 110zM75 132L4 248h40l31-60z" fill="${leaf[0]}" fill-opacity=".75"/>` +
    '<path d="M75 4L31 100h24z" fill="#fff" fill-opacity=".14"/>'
  );
}

function drawBush({ leaf, accent }: Palette): string {
  const berries = [
    [52, 70],
    [84, 44],
    [112, 76],
    [140, 56],
    [74, 92],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="5.5"/>`)
    .join('');
  return (
    `<path d="M6 108C2 70 24 46 52 50 60 18 116 8 130 42c30-6 58 22 54 66z" fill="${leaf[1]}"/>` +
    `<path d="M20 108c0-30 14-46 38-44C66 34 108 30 120 58c22-4 40 14 40 50z" fill="${leaf[0]}"/><g fill="${accent[0]}">${berries}</g>`
  );
}

function drawFlowers({ leaf, accent, wall }: Palette): string {
  const flower = (x: number, y: number, petal: string): string => {
    const petals = [0, 72, 144, 216, 288]
      .map((turn) => `<ellipse cx="0" cy="-11" rx="7.500" ry="11" transform="rotate(${turn})"/>`)
      .join('');
    return `<g transform="translate(${x} ${y})"><g fill="${petal}">${petals}</g><circle r="6.500" fill="${accent[1]}"/></g>`;
  };
  return (
    `<g fill="none" stroke="${leaf[1]}" stroke-width="5" stroke-linecap="round">` +
    '<path d="M34 118C36 90 32 70 32 52M70 118C70 84 74 60 78 34M112 118c0-30 2-50 4-62M148 118c0-26 2-44 2-56"/></g>' +
    `<g fill="${leaf[0]}"><path d="M35 116C18 112 8 98 8 84c16 4 27 16 27 32zM70 116C88 110 98 96 96 80 80 86 70 100 70 116zM148 116c18-4 26-16 26-30-16 4-26 14-26 30zM112 116c-14-4-20-14-20-26 14 2 20 12 20 26z"/></g>` +
    `${flower(32, 46, accent[0])}${flower(78, 28, wall)}${flower(116, 54, accent[0])}${flower(150, 46, wall)}`
  );
}

function drawRocks({ ridges, snow }: Palette): string {
  return (
    `<path d="M6 108L30 56l40-30 44 18 22 64z" fill="${ridges[1]}"/><path d="M70 26l44 18 22 64H84z" fill="${ridges[2]}"/>` +
    `<path d="M112 108l20-42 34-14 30 26 8 30z" fill="${ridges[1]}"/><path d="M166 52l30 26 8 30h-36z" fill="${ridges[2]}"/>` +
    `<path d="M30 56l40-30-12 34zM132 66l34-14-10 22z" fill="${snow}" fill-opacity=".35"/>`
  );
}
