import { z } from 'zod';
import { type IdKind, idPrefixes, toPublicId } from '../ids.ts';
import { METADATA_BYTES_MAX, METADATA_KEYS_MAX } from '../limits.ts';

/** Fields shared by many resources. */

/** UUID in the examples of ids. */
const EXAMPLE = '019abb2c-6a1f-7c3d-9b52-6f0e4d8a7c15';

const refersTo = (kind: IdKind, what: string, more: string) => ({
  description: `${what} (\`${idPrefixes[kind]}_…\`).${more === '' ? '' : ` ${more}`}`,
  examples: [toPublicId(kind, EXAMPLE)],
});

/** The id of the resource itself; `noun` names the resource. */
export const ownId = (kind: IdKind, noun: string) =>
  z.string().meta(refersTo(kind, `Id of the ${noun}`, 'It never changes.'));

/** The id of another resource: `what` describes it without a full stop, `more` adds sentences. */
export const idOf = (kind: IdKind, what: string, more = '') =>
  z.string().meta(refersTo(kind, what, more));

/** Like `idOf`, nullable: `more` says when it is null. */
export const idOrNull = (kind: IdKind, what: string, more: string) =>
  z
    .string()
    .nullable()
    .meta(refersTo(kind, what, more));

export const objectOf = <const Name extends string>(name: Name) =>
  z.literal(name).describe(`Object type: always \`${name}\`.`);

export const livemode = z
  .boolean()
  .describe('Mode: true for a live account, false for a test account. It never changes.');

/** For objects that can exist outside any account. */
export const livemodeOrNull = z
  .boolean()
  .nullable()
  .describe(
    'Mode: true for a live account, false for a test account; null for objects outside any account.',
  );

export const accountId = idOf('account', 'Account that it belongs to');

export const instant = (description: string) => z.iso.datetime().describe(description);

export const instantOrNull = (description: string) =>
  z.iso.datetime().nullable().describe(description);

export const createdAt = instant('Creation time (RFC 3339, UTC).');

export const updatedAt = instant(
  'Time of the last change (RFC 3339, UTC); equal to `created_at` at first.',
);

/** For objects that follow the test clock of a subscription. */
export const createdByClock = instant(
  'Creation time (RFC 3339, UTC), by the test clock of its subscription if it has one.',
);

export const updatedByClock = instant(
  'Time of the last change (RFC 3339, UTC), by the same clock.',
);

export const currency = z.string().meta({
  description:
    'Currency of the amounts: three uppercase letters of ISO 4217. For currencies with two decimals, the minor unit is the cent.',
  examples: ['EUR'],
});

/** An amount: `what` describes it without a full stop, `more` adds sentences. */
export const minorUnits = (what: string, more = '') => z.int().describe(amountText(what, more));

export const minorUnitsOrNull = (what: string, more: string) =>
  z.int().nullable().describe(amountText(what, more));

const amountText = (what: string, more: string) =>
  `${what}, in minor units of the currency.${more === '' ? '' : ` ${more}`}`;

/** An object with any JSON. Not a recursive schema, which client generators cannot read. */
export const jsonObject = (description: string) =>
  z.record(z.string(), z.unknown()).describe(description);

export const metadata = z.record(z.string(), z.unknown()).meta({
  id: 'Metadata',
  description: `Your own key-value data, any JSON: at most ${METADATA_KEYS_MAX} keys and ${METADATA_BYTES_MAX} bytes. Florin does not use it.`,
  maxProperties: METADATA_KEYS_MAX,
});

/** Reference to `metadata` in OpenAPI documents. */
export const METADATA_REF = '#/components/schemas/Metadata';

/** The client's own reference. */
export const reference = z
  .string()
  .nullable()
  .meta({
    description: 'Your own reference, for example an order number; null if none.',
    examples: ['order-1042'],
  });

/** An enum: `what` describes it without a full stop, `meanings` describes each value. */
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
