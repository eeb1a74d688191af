import type { Box } from './stage.ts';

/** How many poses make one beat of the wings. */
export const wingPoses = 8;

export interface Wings extends Box {
  readonly pose: number;
  readonly colour: string;
}

export function drawWings({ x, y, width, height, pose, colour }: Wings): string {
  const lift = Math.sin((pose / wingPoses) * 2 * Math.PI);
  const tip = (-9 * lift).toFixed(1);
  const bend = (-8 * lift - 4).toFixed(1);
  return (
    `<svg x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${width.toFixed(2)}" height="${height.toFixed(2)}" viewBox="-30 -20 60 40" preserveAspectRatio="none">` +
    `<path d="M-24 ${tip}Q-10 ${bend} 0 3Q10 ${bend} 24 ${tip}" fill="none" stroke="${colour}" stroke-width="4.5" stroke-linecap="round"/>` +
    `<ellipse cx="0" cy="3" rx="7" ry="3.4" fill="${colour}"/></svg>`
  );
}
