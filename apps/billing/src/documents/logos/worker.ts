import { serveTasks } from '@florin/runtime/worker-queue';
import sharp from 'sharp';
import { type ImageType, LOGO_BYTES_MAX, LOGO_PIXELS, UPLOAD_PIXELS_MAX } from './logo.ts';

export interface ReencodeTask {
  readonly mediaType: ImageType;
  readonly bytes: Uint8Array;
}

/** The re-encoded image, or the reason for its refusal. */
export type Reencoded = { readonly bytes: Uint8Array } | { readonly refusal: string };

// All other loaders of the library, such as SVG, stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/** A progressive JPEG has about ten; for each, the decoder passes over the whole image. */
const SCANS_MAX = 100;
const formats: Readonly<Record<ImageType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpeg' };

/** Tried in order until the result is small enough; the last attempt always is. */
const attempts = [
  { scale: 1, quality: 90, palette: false },
  { scale: 1, quality: 75, palette: true },
  { scale: 0.7, quality: 75, palette: true },
  { scale: 0.5, quality: 60, palette: true },
  { scale: 0.25, quality: 60, palette: true },
] as const;

async function reencode({ mediaType, bytes }: ReencodeTask): Promise<Reencoded> {
  const refusal = await refusalOf(bytes, mediaType);
  if (refusal !== undefined) return { refusal };
  try {
    for (const attempt of attempts) {
      const encoded = await encode(bytes, mediaType, attempt);
      if (encoded.length <= LOGO_BYTES_MAX) return { bytes: encoded };
    }
  } catch {
    return { refusal: 'is damaged or incomplete; export the image again' };
  }
  return { refusal: 'has too much detail for a logo; use a smaller image' };
}

/** Reads the header and counts scans; decodes no pixels. */
async function refusalOf(bytes: Uint8Array, mediaType: ImageType): Promise<string | undefined> {
  const header = await open(bytes)
    .metadata()
    .catch(() => undefined);
  if (header?.format !== formats[mediaType])
    return `must match its media type ${mediaType}; export the image again`;
  const { width, height } = header;
  if (Math.max(width, height) > UPLOAD_PIXELS_MAX)
    return `must be at most ${UPLOAD_PIXELS_MAX} pixels wide and high, but is ${width} by ${height}; scale it down`;
  if (mediaType === 'image/jpeg' && countScans(bytes) > SCANS_MAX)
    return `has more than ${SCANS_MAX} scans; export it as a baseline JPEG`;
  return undefined;
}

/** Counts start-of-scan markers (ITU-T T.81 section B.1.1.3), which compressed data never contains. */
function countScans(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at + 1 < bytes.length; at += 1)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xda) count += 1;
  return count;
}

/** Upright, in sRGB, without metadata: only the pixels of the upload are kept. */
function encode(
  bytes: Uint8Array,
  mediaType: ImageType,
  { scale, quality, palette }: (typeof attempts)[number],
): Promise<Buffer> {
  const image = open(bytes, UPLOAD_PIXELS_MAX ** 2)
    .autoOrient()
    .resize({
      width: Math.round(LOGO_PIXELS.width * scale),
      height: Math.round(LOGO_PIXELS.height * scale),
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb');
  const encoded = mediaType === 'image/png' ? image.png({ palette }) : image.jpeg({ quality });
  return encoded.toBuffer();
}

function open(bytes: Uint8Array, limitInputPixels: number | false = false) {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels });
}

// First use compiles the library, which must not count against the time of a task.
await sharp({ create: { width: 8, height: 8, channels: 4, background: '#fff' } })
  .resize(4, 4)
  .png()
  .toBuffer();
serveTasks(reencode);
