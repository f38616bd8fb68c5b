import { mod97 } from './mod97.ts';

/** IBAN lengths of the SEPA countries. */
const lengths: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18 },
    ...{ EE: 20, ES: 24, FI: 18, FR: 27, GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22 },
    ...{ IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19 },
    ...{ MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19, SK: 24 },
    ...{ SM: 27, VA: 22 },
  }),
);

/** Check digits are 02 to 98. */
const SHAPE = /^[A-Z]{2}(0[2-9]|[1-8]\d|9[0-8])[A-Z0-9]{11,30}$/;

/** Returns the IBAN without spaces (ISO 13616), or undefined if it is invalid. */
export function parseIban(text: string): string | undefined {
  const iban = text.replaceAll(' ', '').toUpperCase();
  // Only A–Z: toUpperCase would let "ß" pass as SS.
  if (!/^[A-Za-z0-9 ]*$/.test(text) || !SHAPE.test(iban)) return undefined;
  const length = lengths.get(iban.slice(0, 2));
  if (length !== undefined && iban.length !== length) return undefined;
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : undefined;
}
