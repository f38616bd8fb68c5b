import { createHash } from 'node:crypto';
import { checkDigitsOf, mod97 } from './mod97.ts';

const PREFIX = 'RF';
/** Of 21 that there may be: four groups of four with `RF` and its digits in front are typed well. */
const BODY_LENGTH = 16;
const BASE = 36n;

/**
 * The creditor reference (ISO 11649) by which a payment is told in a bank transfer: always the
 * same for one id. It is made of a hash, since an id is too long for it; 82 bits of that are enough
 * to tell billions apart. Whoever looks for the payment of a reference makes those of all open ones.
 */
export function creditorReferenceOf(paymentId: string): string {
  const hash = BigInt(`0x${createHash('sha256').update(paymentId).digest('hex')}`);
  const body = (hash % BASE ** BigInt(BODY_LENGTH)).toString(36).toUpperCase();
  const padded = body.padStart(BODY_LENGTH, '0');
  return `${PREFIX}${checkDigitsOf(PREFIX, padded)}${padded}`;
}

/** A creditor reference without spaces, or undefined when the text is none, or was mistyped. */
export function parseCreditorReference(text: string): string | undefined {
  const reference = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Za-z0-9\s]*$/.test(text) || !/^RF\d\d[A-Z0-9]{1,21}$/.test(reference)) return undefined;
  return mod97(reference.slice(4) + reference.slice(0, 4)) === 1 ? reference : undefined;
}

/** In groups of four, as it is printed: `RF18 5390 0754 7034`. */
export function formatCreditorReference(reference: string): string {
  return reference.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
