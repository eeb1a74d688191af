import type { Palette } from '../scene/palettes.ts';
import type { SubjectDrawing, SubjectKind } from './draw-subject.ts';

type SkyThing = Extract<SubjectKind, 'sun' | 'cloud' | 'wisp' | 'birds' | 'balloon' | 'kite' | 'mountain'>;

/** Subjects above the horizon. */
export const skyThings: Readonly<Record<SkyThing, SubjectDrawing>> = {
  sun: { width: 260, height: 260, draw: drawSun },
  cloud: { width: 300, height: 130, draw: drawCloud },
  wisp: { width: 240, height: 80, draw: drawWisp },
  birds: { width: 150, height: 80, draw: drawBirds },
  balloon: { width: 130, height: 190, draw: drawBalloon },
  kite: { width: 110, height: 190, draw: drawKite },
  mountain: { width: 460, height: 270, draw: drawMountain },
};

function drawSun({ sun, hour }: Palette): string {
  const halo =
    `<radialGradient id="halo"><stop offset=".35" stop-color="${sun}" stop-opacity=".55"/>` +
    `<stop offset="1" stop-color="${sun}" stop-opacity="0"/></radialGradient>`;
  const craters =
    hour === 'night'
      ? '<g fill="#8b93b5" fill-opacity=".28"><circle cx="112" cy="112" r="14"/><circle cx="150" cy="136" r="19"/><circle cx="120" cy="158" r="9"/></g>'
      : '';
  return (
    `<defs>${halo}</defs><circle cx="130" cy="130" r="130" fill="url(#halo)"/>` +
    `<circle cx="130" cy="130" r="66" fill="${sun}"/>` +
    `<circle cx="130" cy="130" r="58" fill="#fff" fill-opacity=".22"/>${craters}`
  );
}

function drawCloud({ cloud }: Palette): string {
  return (
    `<g fill="${cloud}"><circle cx="88" cy="78" r="42"/><circle cx="146" cy="56" r="54"/>` +
    '<circle cx="208" cy="76" r="44"/><rect x="22" y="72" width="258" height="52" rx="26"/></g>' +
    '<path d="M22 98a26 26 0 0 0 26 26h206a26 26 0 0 0 26-26c-8 8-18 11-32 11H58c-16 0-28-3-36-11z" fill="#27406b" fill-opacity=".1"/>'
  );
}

function drawWisp({ cloud }: Palette): string {
  return (
    `<g fill="${cloud}" fill-opacity=".8"><rect x="46" y="8" width="138" height="22" rx="11"/>` +
    '<rect x="6" y="28" width="190" height="22" rx="11"/><rect x="76" y="48" width="158" height="20" rx="10"/></g>'
  );
}

function drawBirds({ hour }: Palette, pose: number): string {
  const lift = 0.2 + 0.8 * Math.cos(2 * Math.PI * pose);
  const [tip, bend, arm] = [-8 * lift, -14 * lift, -10 * lift].map((y) => y.toFixed(1));
  const bird = (x: number, y: number, size: number): string =>
    `<path transform="translate(${x} ${y}) scale(${size})" d="M-22 ${tip}C-14 ${bend} -5 ${arm} 0 0 5 ${arm} 14 ${bend} 22 ${tip}"/>`;
  const colour = hour === 'night' ? '#dfe6f7' : '#2d3550';
  return (
    `<g fill="none" stroke="${colour}" stroke-width="4.4" stroke-linecap="round" stroke-linejoin="round">` +
    `${bird(38, 52, 1.1)}${bird(88, 28, 0.9)}${bird(122, 58, 0.72)}${bird(64, 20, 0.55)}</g>`
  );
}

function drawBalloon({ accent, trunk }: Palette): string {
  return (
    `<path d="M65 4C28 4 6 31 6 64c0 36 34 56 45 82h28c11-26 45-46 45-82C124 31 102 4 65 4z" fill="${accent[0]}"/>` +
    `<path d="M65 4C46 4 38 31 38 64c0 36 12 56 19 82h16c7-26 19-46 19-82C92 31 84 4 65 4z" fill="${accent[1]}"/>` +
    `<path d="M65 4c-7 0-10 27-10 60 0 36 4 56 6 82h8c2-26 6-46 6-82C75 31 72 4 65 4z" fill="${accent[0]}"/>` +
    '<path d="M65 4C28 4 6 31 6 64c0 36 34 56 45 82h7C44 116 24 98 24 62 24 32 42 10 65 4z" fill="#000" fill-opacity=".1"/>' +
    `<path d="M53 146l4 20M77 146l-4 20" stroke="${trunk}" stroke-width="2.4"/>` +
    `<rect x="52" y="164" width="26" height="22" rx="5" fill="${trunk}"/><rect x="52" y="164" width="26" height="6" rx="3" fill="#fff" fill-opacity=".28"/>`
  );
}

function drawKite({ accent, wall }: Palette): string {
  return (
    `<path d="M58 118C40 140 84 150 62 186" fill="none" stroke="${wall}" stroke-width="3" stroke-linecap="round"/>` +
    `<path d="M58 4L102 52 58 120 10 52z" fill="${accent[0]}"/><path d="M58 4L102 52H10z" fill="${accent[1]}"/>` +
    '<path d="M58 4L102 52 58 120z" fill="#000" fill-opacity=".13"/>' +
    `<g fill="${accent[0]}"><path d="M52 142l16 4-14 8zM72 160l-16 2 12 9z"/></g>`
  );
}

function drawMountain({ ridges, snow }: Palette): string {
  return (
    `<path d="M2 270L96 138l44 32L236 10l74 104 40-26 108 182z" fill="${ridges[1]}"/>` +
    `<path d="M236 10l74 104 40-26 108 182H262l-30-90 24-58z" fill="${ridges[2]}" fill-opacity=".7"/>` +
    `<path d="M236 10l58 82-22-8-20 22-20-20-24 26-14-14-18 10z" fill="${snow}"/>` +
    `<path d="M96 138l22 16-14 10-12-8-16 12z" fill="${snow}" fill-opacity=".85"/>`
  );
}
