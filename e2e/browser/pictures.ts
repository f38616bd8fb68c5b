import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Where the pictures are that were looked at and found right. */
const KEPT = join(import.meta.dirname, 'looks');
/** Says that pictures are to be kept as they are now. */
const WRITE = 'FLORIN_WRITE_LOOKS';
/** Of a pixel, from 0 to 1: what one does not see. */
const PIXEL_DIFFERENCE_MAX = 0.1;
/** Of all pixels: edges of letters, as one Chromium and the next draw them. */
const SHARE_MAX = 0.002;

/** How much of a picture is not as it was kept, from 0 to 1; 1 where none is kept. */
export async function shareChanged(name: string, drawn: Buffer): Promise<number> {
  const kept = await readFile(join(KEPT, `${name}.png`)).then(PNG.sync.read, () => undefined);
  return kept ? shareOf(kept, halve(PNG.sync.read(drawn))) : 1;
}

/** How much is another one in two drawings, at their full size. */
export const shareBetween = (one: Buffer, other: Buffer): number =>
  shareOf(PNG.sync.read(one), PNG.sync.read(other));

/** 1 for pictures of two sizes. */
function shareOf(before: PNG, now: PNG): number {
  const { width, height } = now;
  if (before.width !== width || before.height !== height) return 1;
  const count = pixelmatch(before.data, now.data, undefined, width, height, {
    ...{ threshold: PIXEL_DIFFERENCE_MAX, includeAA: true },
  });
  return count / (width * height);
}

export const isChanged = (share: number): boolean => share > SHARE_MAX;

/** Compares a picture with the kept one; says what is wrong, and where it can be looked at. */
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

/** At half its width and height: a quarter of the bytes, and edges of letters matter less. */
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
