/** How many poses make one beat of the wings. */
export const wingPoses = 8;

/** Sides of one pose in pixels; even. */
export interface WingSize {
  readonly width: number;
  readonly height: number;
}

/** Size of the leading bird's poses: a ninth of the picture's shorter side, so that its flight is seen in a small player too. */
export function wingSize(picture: { readonly width: number; readonly height: number }): WingSize {
  const width = Math.max(2 * Math.round(Math.min(picture.width, picture.height) / 18), 12);
  return { width, height: 2 * Math.round(width / 3) };
}

/** Draws all poses in one row; only the coverage matters, not the colour. */
export function drawWings({ width, height }: WingSize): string {
  const poses = Array.from({ length: wingPoses }, (_, pose) => {
    const lift = Math.sin((pose / wingPoses) * 2 * Math.PI);
    const tip = (-9 * lift).toFixed(1);
    const bend = (-8 * lift - 4).toFixed(1);
    return (
      `<g transform="translate(${pose * 60 + 30} 20)">` +
      `<path d="M-24 ${tip}Q-10 ${bend} 0 3Q10 ${bend} 24 ${tip}" fill="none" stroke="#000" stroke-width="4.5" stroke-linecap="round"/>` +
      '<ellipse cx="0" cy="3" rx="7" ry="3.4"/></g>'
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * wingPoses}" height="${height}" ` +
    `viewBox="0 0 ${60 * wingPoses} 40" preserveAspectRatio="none">${poses.join('')}</svg>`
  );
}
