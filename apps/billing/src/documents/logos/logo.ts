import { createHash } from 'node:crypto';

export type ImageType = 'image/png' | 'image/jpeg';

export interface Logo {
  readonly mediaType: ImageType;
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, in base64url. */
  readonly hash: string;
}

/** Limit of uploads and stored logos: each page and each PDF embeds the logo. */
export const LOGO_BYTES_MAX = 64 * 1_024;
/** Width and height of an upload. */
export const UPLOAD_PIXELS_MAX = 2_000;
/** Bounds of a stored logo: documents print it at 180 by 56 points, which is 360 dpi. */
export const LOGO_PIXELS = { width: 900, height: 280 } as const;

/**
 * Reads an upload from a data URL (RFC 2397) without decoding it; a text is the reason for a
 * refusal.
 */
export function readUpload(url: string): Logo | string {
  const [, mediaType, base64 = ''] =
    /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (mediaType !== 'image/png' && mediaType !== 'image/jpeg')
    return 'must be a PNG or JPEG as a data URL: data:image/png;base64,…';
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_BYTES_MAX) return `must have at most ${LOGO_BYTES_MAX} bytes`;
  return toLogo(mediaType, bytes);
}

export function toLogo(mediaType: ImageType, bytes: Buffer): Logo {
  return { mediaType, bytes, hash: createHash('sha256').update(bytes).digest('base64url') };
}

export function toDataUrl({ mediaType, bytes }: Omit<Logo, 'hash'>): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}
