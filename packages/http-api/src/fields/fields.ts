import {
  EMAIL_LENGTH_MAX,
  isStorable,
  isWellFormed,
  METADATA_BYTES_MAX,
  METADATA_KEYS_MAX,
  parseEmail,
} from '@florin/contracts';
import { METADATA_REF } from '@florin/contracts/members';
import { AMOUNT_MINOR_MAX, parseCurrency } from '@florin/money';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isCommonPassword } from './common-passwords.ts';
import { findControl, NO_CONTROLS, NO_NUL } from './controls.ts';

const NAME_LENGTH_MAX = 200;
const REFERENCE_LENGTH_MAX = 255;
const METADATA_DEPTH_MAX = 32;
// Temporal also accepts offsets such as +01:00, which are not time zones.
const TIMEZONE = /^[A-Za-z][A-Za-z0-9_+/-]*$/;
/** Length that every implementation must support (RFC 5646, section 4.4.1). */
const LANGUAGE_LENGTH_MAX = 35;

/** Text of 1 to `lengthMax` code points that may have been stored at any time. */
function anyText(lengthMax: number) {
  return z
    .string({ error: 'must be a string' })
    .refine((value) => value.trim() !== '', 'must not be empty')
    .refine((value) => [...value].length <= lengthMax, `must have at most ${lengthMax} characters`)
    .refine(isWellFormed, 'must not contain NUL or broken surrogates')
    .meta({ minLength: 1, maxLength: lengthMax, pattern: NO_NUL });
}

/** Human-readable text of 1 to `lengthMax` code points, without controls. */
export function text(lengthMax: number) {
  return anyText(lengthMax)
    .refine((value) => findControl(value) === undefined, {
      error: ({ input }) =>
        `must not contain ${findControl(String(input))}, an invisible character`,
    })
    .meta({ pattern: NO_CONTROLS });
}

export const nameField = text(NAME_LENGTH_MAX).meta({
  description: `Display name: 1 to ${NAME_LENGTH_MAX} characters.`,
  examples: ['Ada Lovelace'],
});
export const referenceField = text(REFERENCE_LENGTH_MAX).meta({
  description: `Your own reference: 1 to ${REFERENCE_LENGTH_MAX} characters.`,
  examples: ['Order 2041'],
});
/** Filter by reference, including stored references that would be refused today. */
export const referenceFilter = anyText(REFERENCE_LENGTH_MAX).meta({
  description: 'Filter by reference, exact match.',
  examples: ['Order 2041'],
});

/** An email address, parsed to its canonical form. */
export const emailField = z
  .string({ error: 'must be an email address' })
  .meta({
    description: 'Email address (RFC 5321). Stored in lowercase, with an ASCII domain (RFC 5890).',
    examples: ['ada@example.com'],
    ...{ format: 'email', maxLength: EMAIL_LENGTH_MAX },
  })
  .refine((text) => text.trim().length <= EMAIL_LENGTH_MAX, {
    error: `must have at most ${EMAIL_LENGTH_MAX} characters`,
    abort: true,
  })
  .transform((text, context) => {
    const email = parseEmail(text);
    if (email !== undefined) return email;
    context.issues.push({ code: 'custom', input: text, message: 'must be an email address' });
    return z.NEVER;
  });

const PASSWORD_LENGTH_MAX = 256;

/** An operator's rules for new passwords. */
export interface PasswordRules {
  /** Minimum number of characters. */
  readonly passwordLengthMin: number;
  /** Whether common passwords are refused. */
  readonly refusesCommonPasswords?: boolean | undefined;
}

/** A new password. Only its length is checked unless `rules` add a check. */
export function passwordField({ passwordLengthMin: lengthMin, ...rules }: PasswordRules) {
  const message = `must be a string of ${lengthMin} to ${PASSWORD_LENGTH_MAX} characters`;
  return z
    .string({ error: message })
    .refine((value) => [...value].length >= lengthMin, message)
    .refine((value) => [...value].length <= PASSWORD_LENGTH_MAX, message)
    .refine(
      (value) => !(rules.refusesCommonPasswords && isCommonPassword(value)),
      'is a common password; choose another one',
    )
    .meta({
      description: `Password: ${lengthMin} to ${PASSWORD_LENGTH_MAX} characters of any kind. Only a hash is stored.`,
      ...{ minLength: lengthMin, maxLength: PASSWORD_LENGTH_MAX, format: 'password' },
    });
}

/** An IANA time zone, parsed to its canonical spelling. */
export const timezoneField = z
  .string({ error: 'must be an IANA time zone, for example Europe/Zurich' })
  .meta({
    description: 'Time zone (IANA name) that defines calendar days.',
    examples: ['Europe/Zurich'],
    pattern: TIMEZONE.source,
  })
  .transform((name, context) => {
    const spelled = spellTimezone(name);
    if (spelled !== undefined) return spelled;
    const message = 'must be an IANA time zone, for example Europe/Zurich';
    context.issues.push({ code: 'custom', input: name, message });
    return z.NEVER;
  });

/** A BCP 47 language tag, parsed to its canonical form. It may be one without translations. */
export const languageField = z
  .string({ error: 'must be a BCP 47 language tag, for example en' })
  .meta({
    description:
      'Language tag (BCP 47). Pages, mails and documents are available in en, de, fr and es.',
    examples: ['en'],
    ...{ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$', maxLength: LANGUAGE_LENGTH_MAX },
  })
  .transform((tag, context) => {
    const canonical = canonicalLanguage(tag);
    if (canonical !== undefined) return canonical;
    const message = 'must be a BCP 47 language tag, for example en';
    context.issues.push({ code: 'custom', input: tag, message });
    return z.NEVER;
  });

/** A JSON integer within bounds. Error messages are specific, also far outside the bounds. */
export function integerField(min: number, max: number, what = 'an integer') {
  const error = ({ input }: { readonly input?: unknown }) => {
    if (typeof input === 'number' && input < min) return `must be at least ${min}`;
    if (typeof input === 'number' && input > max) return `must be at most ${max}`;
    return typeof input === 'string'
      ? `must be ${what}; send a number, not a string`
      : `must be ${what}`;
  };
  return z.int({ error }).min(min, { error }).max(max, { error });
}

function minorUnitsField(min: number) {
  return integerField(
    min,
    Number(AMOUNT_MINOR_MAX),
    'an integer in minor units, for example 1000 for 10.00 USD',
  )
    .meta({
      description: 'Minor units of the currency (ISO 4217): 1000 is 10.00 USD, or 1000 JPY.',
      examples: [1_000],
    })
    .transform((amount) => BigInt(amount));
}

/** A positive amount: a JSON integer in minor units, parsed to a bigint. */
export const amountField = minorUnitsField(1);

/** A price: like an amount, but it may be 0. */
export const priceField = minorUnitsField(0);

/** An active ISO 4217 code in either case, parsed to upper case. */
export const currencyField = z
  .string({ error: 'must be an ISO 4217 code, for example USD' })
  .meta({
    description: 'Currency (ISO 4217 code), case-insensitive.',
    examples: ['USD'],
    pattern: '^[A-Za-z]{3}$',
  })
  .transform((code, context) => {
    const currency = parseCurrency(code);
    if (currency) return currency;
    context.issues.push({
      code: 'custom',
      input: code,
      message: 'must be an active ISO 4217 code, for example USD',
    });
    return z.NEVER;
  });

/** An object of any JSON values with at most 50 keys and 16 KB. */
export const metadataField = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
    { error: 'must be an object', abort: true },
  )
  .meta({ override: { type: 'object' } })
  .refine((value) => Object.keys(value).length <= METADATA_KEYS_MAX, {
    error: `must have at most ${METADATA_KEYS_MAX} keys`,
    abort: true,
  })
  // Checked before any recursion, since this bounds the depth.
  .refine((value) => isStorable(value, METADATA_DEPTH_MAX), {
    error: `must hold plain JSON without NUL or broken surrogates, at most ${METADATA_DEPTH_MAX} levels deep`,
    abort: true,
  })
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES_MAX, {
    error: `must have at most ${METADATA_BYTES_MAX} bytes`,
  })
  .meta({
    description: `Your own key-value data, any JSON: at most ${METADATA_KEYS_MAX} keys and ${METADATA_BYTES_MAX} bytes.`,
    examples: [{ order: '2041' }],
    override: ({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }) => {
      delete jsonSchema.type;
      jsonSchema.$ref = METADATA_REF;
    },
  });

const readOnly = z
  .unknown()
  .optional()
  .meta({ description: 'Read-only: refused if it differs.', readOnly: true });

/** Read-only members that a client may send back unchanged. The handler compares them. */
export function readOnlyFields<Name extends string>(names: readonly Name[]) {
  const fields = names.map((name) => [name, readOnly]);
  return Object.fromEntries(fields) as Readonly<Record<Name, typeof readOnly>>;
}

function spellTimezone(name: string): string | undefined {
  if (!TIMEZONE.test(name)) return undefined;
  try {
    // Keeps the sent name; Intl would replace it by an older one, such as Asia/Calcutta.
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

function canonicalLanguage(tag: string): string | undefined {
  // Language codes have two or three letters. The syntax allows `english`, the registry does not.
  if (tag.length > LANGUAGE_LENGTH_MAX || !/^[a-z]{2,3}(-|$)/i.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
