import { createHash } from 'node:crypto';

/** Large enough for a logo; small enough to stand in a page and in each PDF. */
const LOGO_BYTES_MAX = 64 * 1_024;
const LOGO_PIXELS_MAX = 2_000;

export interface Logo {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
  readonly hash: string;
}

/** Reads a logo from a data URL (RFC 2397); a text says why it is none. */
export function readLogo(url: string): Logo | string {
  const [, mediaType, base64 = ''] =
    /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (mediaType !== 'image/png' && mediaType !== 'image/jpeg')
    return 'must be a PNG or JPEG as a data URL: data:image/png;base64,…';
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_BYTES_MAX) return `must have at most ${LOGO_BYTES_MAX} bytes`;
  const size = mediaType === 'image/png' ? sizeOfPng(bytes) : sizeOfJpeg(bytes);
  if (!size) return `must be what it says it is: ${mediaType}`;
  if (size.some((pixels) => pixels === 0 || pixels > LOGO_PIXELS_MAX))
    return `must be at most ${LOGO_PIXELS_MAX} pixels wide and high`;
  return { mediaType, bytes, hash: createHash('sha256').update(bytes).digest('base64url') };
}

export function toDataUrl({ mediaType, bytes }: Omit<Logo, 'hash'>): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

/** Of its first chunk (ISO 15948 section 11.2.2). */
function sizeOfPng(bytes: Buffer): readonly number[] | undefined {
  const isPng = bytes.length > 33 && bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a';
  return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined;
}

/** Of its frame header (ITU-T T.81 section B.2.2): markers before it are skipped by their lengths. */
function sizeOfJpeg(bytes: Buffer): readonly number[] | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
