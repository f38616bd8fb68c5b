import { createHash } from 'node:crypto';
import { checkDigitsOf, mod97 } from './mod97.ts';

const PREFIX = 'RF';
/** Shorter than the allowed 21, so that a whole reference is five groups of four to type. */
const BODY_LENGTH = 16;
const BASE = 36n;

/**
 * The creditor reference (ISO 11649) of a payment in a bank transfer, derived from a hash of its
 * id. 82 bits avoid collisions among billions. To find a payment, derive those of all open ones.
 */
export function creditorReferenceOf(paymentId: string): string {
  const hash = BigInt(`0x${createHash('sha256').update(paymentId).digest('hex')}`);
  const body = (hash % BASE ** BigInt(BODY_LENGTH)).toString(36).toUpperCase();
  const padded = body.padStart(BODY_LENGTH, '0');
  return `${PREFIX}${checkDigitsOf(PREFIX, padded)}${padded}`;
}

/**
 * Returns the reference without spaces, or undefined if it is malformed or has wrong check digits.
 */
export function parseCreditorReference(text: string): string | undefined {
  const reference = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Za-z0-9\s]*$/.test(text) || !/^RF\d\d[A-Z0-9]{1,21}$/.test(reference)) return undefined;
  return mod97(reference.slice(4) + reference.slice(0, 4)) === 1 ? reference : undefined;
}

/** Formats a reference in groups of four, as printed: `RF18 5390 0754 7034`. */
export function formatCreditorReference(reference: string): string {
  return reference.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
