import { z } from 'zod';
import { type IdKind, idPrefixes, toPublicId } from '../ids.ts';
import { METADATA_BYTES_MAX, METADATA_KEYS_MAX } from '../limits.ts';

/** Members that many resources have, each described once. */

/** Stands in the examples of ids. */
const EXAMPLE = '019abb2c-6a1f-7c3d-9b52-6f0e4d8a7c15';

const refersTo = (kind: IdKind, what: string, more: string) => ({
  description: `${what} (\`${idPrefixes[kind]}_…\`).${more === '' ? '' : ` ${more}`}`,
  examples: [toPublicId(kind, EXAMPLE)],
});

/** The id of a resource itself; `noun` is what people call one. */
export const ownId = (kind: IdKind, noun: string) =>
  z.string().meta(refersTo(kind, `Id of the ${noun}`, 'It never changes.'));

/** The id of something else: what it is to the resource, without a full stop, and what else is to say. */
export const idOf = (kind: IdKind, what: string, more = '') =>
  z.string().meta(refersTo(kind, what, more));

/** The same, where there may be none: `more` says when. */
export const idOrNull = (kind: IdKind, what: string, more: string) =>
  z
    .string()
    .nullable()
    .meta(refersTo(kind, what, more));

export const objectOf = <const Name extends string>(name: Name) =>
  z.literal(name).describe(`What this object is: always \`${name}\`.`);

export const livemode = z
  .boolean()
  .describe(
    'Whether real money moves: true in a live account, false in a test account. It never changes.',
  );

/** Of what need not belong to an account. */
export const livemodeOrNull = z
  .boolean()
  .nullable()
  .describe(
    'Whether real money moves: true in a live account, false in a test account; null for what belongs to no account.',
  );

export const accountId = idOf('account', 'Account that it belongs to');

export const instant = (description: string) => z.iso.datetime().describe(description);

export const instantOrNull = (description: string) =>
  z.iso.datetime().nullable().describe(description);

export const createdAt = instant('When it was made (RFC 3339, UTC).');

export const updatedAt = instant(
  'When it last changed (RFC 3339, UTC): at first when it was made.',
);

/** Of what lives by the clock of a subscription, where that is a test clock. */
export const createdByClock = instant(
  'When it was made (RFC 3339, UTC), by the test clock of its subscription where that has one.',
);

export const updatedByClock = instant('When it last changed (RFC 3339, UTC), by the same clock.');

export const currency = z.string().meta({
  description:
    'Currency of the amounts: three upper-case letters of ISO 4217. Its minor units are cents, where it has two decimals.',
  examples: ['EUR'],
});

/** An amount: what it is, without a full stop, and what else is to say. */
export const minorUnits = (what: string, more = '') => z.int().describe(amountText(what, more));

export const minorUnitsOrNull = (what: string, more: string) =>
  z.int().nullable().describe(amountText(what, more));

const amountText = (what: string, more: string) =>
  `${what}, in minor units of the currency.${more === '' ? '' : ` ${more}`}`;

/** Members of any JSON. No schema of JSON itself: generators of clients cannot read one that holds itself. */
export const jsonObject = (description: string) =>
  z.record(z.string(), z.unknown()).describe(description);

export const metadata = z.record(z.string(), z.unknown()).meta({
  id: 'Metadata',
  description: `Names and values of your own, as any JSON: at most ${METADATA_KEYS_MAX} names and ${METADATA_BYTES_MAX} bytes. They change nothing.`,
  maxProperties: METADATA_KEYS_MAX,
});

/** Refers to `metadata` in OpenAPI documents. */
export const METADATA_REF = '#/components/schemas/Metadata';

/** Words of the client by which it finds something again. */
export const reference = z
  .string()
  .nullable()
  .meta({
    description: 'What you call it, for example an order number; null where nothing was given.',
    examples: ['order-1042'],
  });

/** One of some values: what they say, without a full stop, and what each of them means. */
export function choice<const Values extends readonly string[]>(
  values: Values,
  what: string,
  meanings: Readonly<Record<Values[number], string>>,
) {
  return z.enum(values).describe(choiceText(what, meanings));
}

export function choiceText(what: string, meanings: Readonly<Record<string, string>>): string {
  const each = Object.entries(meanings).map(([value, meaning]) => `\`${value}\`: ${meaning}`);
  return `${what}. ${each.join('; ')}.`;
}
