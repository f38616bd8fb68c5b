import { createHmac, timingSafeEqual } from 'node:crypto';
import { toPublicId } from '@florin/contracts';
import type { Export } from './queries.ts';

/** Files and their links expire this long after the file was made. */
export const EXPORTS_KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

/** Link to a file without a token, and when it expires (milliseconds since 1970). */
export function linkTo(
  { id, linkKey }: Pick<Export, 'id' | 'linkKey'>,
  publicUrl: string,
  finishedAt: Date,
): { readonly url: string; readonly expiresAt: number } {
  const expiresAt = finishedAt.getTime() + EXPORTS_KEPT_DAYS * DAY_MS;
  const name = toPublicId('export', id);
  const signature = sign(linkKey, name, String(expiresAt));
  return {
    url: `${publicUrl}/exports/${name}/file?expires=${expiresAt}&signature=${signature}`,
    expiresAt,
  };
}

/** Whether a link was signed here for this file and has not expired. */
export function isGoodLink(
  { id, linkKey }: Pick<Export, 'id' | 'linkKey'>,
  { expires, signature }: { readonly expires: string; readonly signature: string },
  now: number,
): boolean {
  const expected = Buffer.from(sign(linkKey, toPublicId('export', id), expires));
  const given = Buffer.from(signature);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && Number(expires) > now;
}

function sign(key: string, name: string, expires: string): string {
  return createHmac('sha256', key).update(`${name}.${expires}`).digest('base64url');
}
