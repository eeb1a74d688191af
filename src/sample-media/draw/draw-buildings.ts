import type { Palette } from '../scene/palettes.ts';
import type { SubjectDrawing, SubjectKind } from './draw-subject.ts';

type Building = Extract<SubjectKind, 'house' | 'boat' | 'windmill' | 'lighthouse'>;

/** Buildings and other structures. Windows are lit at night. */
export const buildings: Readonly<Record<Building, SubjectDrawing>> = {
  house: { width: 260, height: 210, draw: drawHouse },
  boat: { width: 170, height: 180, draw: drawBoat },
  windmill: { width: 200, height: 290, draw: drawWindmill },
  lighthouse: { width: 190, height: 310, draw: drawLighthouse },
};

function lit({ hour, accent }: Palette): string {
  return hour === 'night' ? accent[1] : '#5b7c99';
}

function drawHouse(palette: Palette): string {
  const { wall, roof, trunk } = palette;
  const pane = lit(palette);
  const window = (x: number): string =>
    `<rect x="${x}" y="118" width="38" height="38" rx="3" fill="${pane}"/>` +
    `<path d="M${x + 19} 118v38M${x} 137h38" stroke="${wall}" stroke-width="4"/>`;
  return (
    `<rect x="152" y="6" width="26" height="40" fill="${roof}"/><rect x="152" y="6" width="26" height="40" fill="#000" fill-opacity=".2"/><rect x="147" y="2" width="36" height="11" rx="3" fill="${trunk}"/>` +
    `<rect x="34" y="88" width="192" height="120" fill="${wall}"/><path d="M130 88h96v120h-96z" fill="#000" fill-opacity=".06"/>` +
    `<path d="M10 98L78 22h104l68 76z" fill="${roof}"/><path d="M10 98h240l-9-10H19z" fill="#000" fill-opacity=".18"/>` +
    `${window(54)}${window(168)}` +
    `<path d="M110 208v-68a20 20 0 0 1 40 0v68z" fill="${trunk}"/><circle cx="142" cy="174" r="3.4" fill="${wall}"/>`
  );
}

function drawBoat({ wall, accent, trunk }: Palette): string {
  return (
    `<path d="M84 12v132" stroke="${trunk}" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="M90 18C126 48 146 92 150 128H90z" fill="${wall}"/><path d="M90 78c20 6 38 6 52 4 4 14 7 30 8 46H90z" fill="${accent[0]}"/>` +
    `<path d="M78 34C64 70 42 104 22 126h56z" fill="${wall}" fill-opacity=".86"/>` +
    `<path d="M8 138h154c-4 20-16 34-34 38H44c-18-4-30-18-36-38z" fill="${trunk}"/>` +
    '<path d="M8 138h154l-3 10H12z" fill="#fff" fill-opacity=".3"/>' +
    `<path d="M84 12l-26 8 26 8z" fill="${accent[1]}"/>`
  );
}

function drawWindmill(palette: Palette, pose: number): string {
  const { wall, roof, trunk } = palette;
  const sail = (turn: number): string =>
    `<g transform="rotate(${turn} 100 96)"><path d="M100 96V4" stroke="${trunk}" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="M103 10h22v68h-22z" fill="${wall}" stroke="${trunk}" stroke-width="2.5"/><path d="M103 27h22M103 44h22M103 61h22" stroke="${trunk}" stroke-width="2"/></g>`;
  return (
    `<path d="M72 96h56l22 192H50z" fill="${wall}"/><path d="M100 96h28l22 192h-50z" fill="#000" fill-opacity=".09"/>` +
    `<path d="M64 98C68 62 132 62 136 98z" fill="${roof}"/>` +
    `<path d="M86 288v-36a14 14 0 0 1 28 0v36z" fill="${trunk}"/><rect x="90" y="146" width="20" height="26" rx="10" fill="${lit(palette)}"/>` +
    `${[18, 108, 198, 288].map((turn) => sail(turn + 90 * pose)).join('')}<circle cx="100" cy="96" r="9" fill="${trunk}"/>`
  );
}

function drawLighthouse({ wall, roof, trunk, accent, hour, ridges }: Palette, pose: number): string {
  const strength = (0.16 + 0.14 * Math.cos(2 * Math.PI * pose)).toFixed(2);
  const beam =
    hour === 'night'
      ? `<path d="M96 62L188 30v66zM92 62L2 30v66z" fill="${accent[1]}" fill-opacity="${strength}"/>`
      : '';
  return (
    `${beam}<path d="M8 308C20 270 60 256 96 258s78 14 88 50z" fill="${ridges[2]}"/>` +
    `<path d="M72 84h46l16 184H56z" fill="${wall}"/>` +
    `<path d="M69 122h52l4 42H66zM62 206h66l4 42H58z" fill="${accent[0]}"/>` +
    '<path d="M95 84h23l16 184H95z" fill="#000" fill-opacity=".09"/>' +
    `<rect x="62" y="76" width="66" height="11" rx="3" fill="${trunk}"/><rect x="76" y="46" width="38" height="31" fill="${accent[1]}"/>` +
    `<path d="M76 46v31M88.500 46v31M101.500 46v31M114 46v31" stroke="${trunk}" stroke-width="3"/>` +
    `<path d="M70 47C76 22 114 22 120 47z" fill="${roof}"/><path d="M95 28V10" stroke="${trunk}" stroke-width="4" stroke-linecap="round"/>`
  );
}
