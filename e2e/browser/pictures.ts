import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Reference pictures, which a reviewer has approved. */
const KEPT = join(import.meta.dirname, 'looks');
/** Set if the new pictures become the reference. */
const WRITE = 'FLORIN_WRITE_LOOKS';
/** Difference of a pixel that is invisible, from 0 to 1. */
const PIXEL_DIFFERENCE_MAX = 0.1;
/** Share of all pixels: edges of letters, as different versions of Chromium draw them. */
const SHARE_MAX = 0.002;

/** Share of a picture that differs from its reference, from 0 to 1; 1 without a reference. */
export async function shareChanged(name: string, drawn: Buffer): Promise<number> {
  const kept = await readFile(join(KEPT, `${name}.png`)).then(PNG.sync.read, () => undefined);
  return kept ? shareOf(kept, halve(PNG.sync.read(drawn))) : 1;
}

/** Share of different pixels in two drawings of full size. */
export const shareBetween = (one: Buffer, other: Buffer): number =>
  shareOf(PNG.sync.read(one), PNG.sync.read(other));

/** 1 for pictures of different sizes. */
function shareOf(before: PNG, now: PNG): number {
  const { width, height } = now;
  if (before.width !== width || before.height !== height) return 1;
  const count = pixelmatch(before.data, now.data, undefined, width, height, {
    ...{ threshold: PIXEL_DIFFERENCE_MAX, includeAA: true },
  });
  return count / (width * height);
}

export const isChanged = (share: number): boolean => share > SHARE_MAX;

/** Compares a picture with its reference; returns the difference and where to see it. */
export async function compareLook(name: string, drawn: Buffer): Promise<string | undefined> {
  if (process.env[WRITE]) {
    await mkdir(KEPT, { recursive: true });
    await writeFile(join(KEPT, `${name}.png`), toFile(drawn));
    return undefined;
  }
  const share = await shareChanged(name, drawn);
  if (!isChanged(share)) return undefined;
  const path = join(await mkdtemp(join(tmpdir(), 'florin-look-')), `${name}.png`);
  await writeFile(path, toFile(drawn));
  return `${name}: ${(100 * share).toFixed(1)} % differ from the kept picture, see ${path}; \`npm run looks\` keeps what is drawn now`;
}

const toFile = (drawn: Buffer) =>
  PNG.sync.write(halve(PNG.sync.read(drawn)), { colorType: 2, deflateLevel: 9 });

/** Half the width and height: a quarter of the bytes, and edges of letters matter less. */
function halve(picture: PNG): PNG {
  const half = new PNG({ width: picture.width >> 1, height: picture.height >> 1 });
  const at = (x: number, y: number, part: number) =>
    picture.data[(y * picture.width + x) * 4 + part] ?? 0;
  for (let y = 0; y < half.height; y += 1)
    for (let x = 0; x < half.width; x += 1)
      for (let part = 0; part < 4; part += 1) {
        const [left, top] = [2 * x, 2 * y];
        const sum =
          at(left, top, part) +
          at(left + 1, top, part) +
          at(left, top + 1, part) +
          at(left + 1, top + 1, part);
        half.data[(y * half.width + x) * 4 + part] = sum >> 2;
      }
  return half;
}
