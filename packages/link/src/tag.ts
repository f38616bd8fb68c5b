import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 (RFC 2104), cut to 128 bits. */
export const TAG_BYTES = 16;

/** Authenticates a frame and its number. */
export function tagOf(key: KeyObject, number: bigint, frame: Uint8Array): Buffer {
  const numbered = Buffer.allocUnsafe(8);
  numbered.writeBigUInt64BE(number);
  const mac = createHmac('sha256', key).update(numbered).update(frame).digest();
  return mac.subarray(0, TAG_BYTES);
}

export function isTagOf(
  tag: Uint8Array,
  key: KeyObject,
  number: bigint,
  frame: Uint8Array,
): boolean {
  return timingSafeEqual(tag, tagOf(key, number, frame));
}
