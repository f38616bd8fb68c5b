import { z } from 'zod';
import type { Card } from '../../processors/payment-processor.ts';
import type { FieldFault } from './texts/texts.ts';

/** What the browser sends of the form. Nothing of it is refused here: the page says what is wrong. */
export const cardFields = z.object({
  card_number: z.string().max(100).default(''),
  exp_month: z.string().max(100).default(''),
  exp_year: z.string().max(100).default(''),
  cvc: z.string().max(100).default(''),
  name: z.string().max(1_000).default(''),
});

export type CardFields = z.output<typeof cardFields>;
export type CardErrors = Partial<Record<keyof CardFields, FieldFault>>;

const NAME_LENGTH_MAX = 200;
/** Cards are issued for a few years; whatever claims more is a typing error. */
const YEARS_AHEAD_MAX = 30;

/** The card that was typed, or what to correct. `now` is milliseconds since 1970. */
export function readCard(
  fields: CardFields,
  now: number,
): { readonly card: Card } | { readonly errors: CardErrors } {
  const card = {
    number: fields.card_number.replaceAll(/[\s-]/g, ''),
    expMonth: readDigits(fields.exp_month, /^(0?[1-9]|1[0-2])$/),
    expYear: readYear(fields.exp_year, now),
    cvc: fields.cvc.trim(),
    name: fields.name.trim(),
  };
  const errors: CardErrors = {
    ...(!/^\d{12,19}$/.test(card.number) && { card_number: 'number' }),
    ...(Number.isNaN(card.expMonth) && { exp_month: 'month' }),
    ...findYearFault(card, now),
    ...(!/^\d{3,4}$/.test(card.cvc) && { cvc: 'security_code' }),
    ...([...card.name].length > NAME_LENGTH_MAX && { name: 'long_name' }),
  };
  return Object.keys(errors).length > 0 ? { errors } : { card };
}

function findYearFault(
  { expMonth, expYear }: { expMonth: number; expYear: number },
  now: number,
): CardErrors {
  if (Number.isNaN(expYear)) return { exp_year: 'year' };
  // A card is good until the end of its month, which is month `expMonth` counted from 0.
  if (Date.UTC(expYear, Number.isNaN(expMonth) ? 12 : expMonth) <= now)
    return { exp_year: 'expired' };
  const isFar = expYear > new Date(now).getUTCFullYear() + YEARS_AHEAD_MAX;
  return isFar ? { exp_year: 'far_ahead' } : {};
}

/** Two digits are a year of this century. */
function readYear(text: string, now: number): number {
  const year = readDigits(text, /^(\d{2}|\d{4})$/);
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  return text.trim().length === 2 ? century + year : year;
}

function readDigits(text: string, shape: RegExp): number {
  return shape.test(text.trim()) ? Number(text.trim()) : Number.NaN;
}
