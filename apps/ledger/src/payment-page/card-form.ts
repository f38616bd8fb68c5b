import { type Html, html } from '@florin/http-api';
import { z } from 'zod';
import type { Card } from '../payment-requests/processor.ts';
import type { FieldFault, Texts } from './texts/texts.ts';

/** What the browser sends of the form. Nothing of it is refused here: the page says what is wrong. */
export const cardFields = z.object({
  card_number: z.string().max(100).default(''),
  exp_month: z.string().max(100).default(''),
  exp_year: z.string().max(100).default(''),
  cvc: z.string().max(100).default(''),
  name: z.string().max(1_000).default(''),
});

type CardFields = z.output<typeof cardFields>;
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

interface Input {
  readonly autocomplete: string;
  readonly isNumeric: boolean;
  readonly lengthMax: number;
}

const inputs: Readonly<Record<keyof CardFields, Input>> = {
  card_number: { autocomplete: 'cc-number', isNumeric: true, lengthMax: 30 },
  exp_month: { autocomplete: 'cc-exp-month', isNumeric: true, lengthMax: 2 },
  exp_year: { autocomplete: 'cc-exp-year', isNumeric: true, lengthMax: 4 },
  cvc: { autocomplete: 'cc-csc', isNumeric: true, lengthMax: 4 },
  name: { autocomplete: 'cc-name', isNumeric: false, lengthMax: 200 },
};

/** The inputs of a card. Only the name is shown again: card data is never echoed. */
export function renderCardFields(texts: Texts, errors: CardErrors, name: string): Html {
  const field = (id: keyof CardFields) => renderField(id, texts, errors, name);
  return html`${field('card_number')}
<div class="row">
<fieldset>
<legend>${texts.expiry}</legend>
<div class="row">${field('exp_month')}${field('exp_year')}</div>
</fieldset>
${field('cvc')}
</div>
${field('name')}`;
}

/** What to correct, above the form, each with the way to its field. */
export function renderToCorrect(texts: Texts, errors: CardErrors): Html {
  const faults = Object.entries(errors);
  return html`<div class="notice alert" role="alert" tabindex="-1" autofocus>
<p>${texts.toCorrect}</p>
<ul>${faults.map(([id, fault]) => html`<li><a href="#${id}">${texts.faults[fault]}</a></li>`)}</ul>
</div>`;
}

function renderField(
  id: keyof CardFields,
  { fields, faults }: Texts,
  errors: CardErrors,
  name: string,
): Html {
  const { autocomplete, isNumeric, lengthMax } = inputs[id];
  const error = errors[id];
  const fault =
    error === undefined ? null : html` aria-invalid="true" aria-describedby="${id}-error"`;
  return html`<div class="field">
<label for="${id}">${fields[id]}</label>
<input id="${id}" name="${id}" autocomplete="${autocomplete}" maxlength="${lengthMax}"${
    isNumeric ? html` inputmode="numeric" required` : html` value="${name}" dir="auto"`
  }${fault}>
${error === undefined ? null : html`<p class="error" id="${id}-error">${faults[error]}</p>`}
</div>`;
}
