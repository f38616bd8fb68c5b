import { header, pixels, pngOf } from './images.ts';

/** The smallest valid logo as a data URL: a blue square as a PNG (ISO 15948). */
export function logoOf(size: number): string {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, Buffer.from([20, 81, 163]))]);
  const rows = Buffer.concat(Array.from({ length: size }, () => row));
  return `data:image/png;base64,${pngOf([header(size, size), pixels(rows)]).toString('base64')}`;
}
