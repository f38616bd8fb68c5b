import { findCodeFault, findNumberFault, hasExpired, readExpiry, readNumber } from '@florin/cards';
import { type Html, html } from '@florin/http-api';
import { z } from 'zod';
import type { Card } from '../payments/processor.ts';
import type { FieldFault, Texts } from '../texts/texts.ts';

/** Form fields. All values are accepted here, so that the page can show what is wrong. */
export const cardFields = z.object({
  card_number: z.string().max(100).default('').meta({
    description: 'Card number, with or without spaces. Never stored or logged.',
  }),
  expiry: z.string().max(100).default('').meta({
    description: 'Expiry date of the card: `12/30`, `12/2030` or `2030-12`.',
  }),
  cvc: z.string().max(100).default('').meta({
    description: 'Security code of the card, three or four digits.',
  }),
  name: z.string().max(1_000).default('').meta({
    description: 'Name of the cardholder, as on the card.',
  }),
  consent: z.string().max(100).default('').meta({
    description: 'Digest of the consent text on the page, if the card is saved; otherwise empty.',
  }),
  processor: z.string().max(100).default('').meta({
    description: 'Processor to pay with, as named on the page; empty for a card.',
  }),
  instead: z.string().max(100).default('').meta({
    description: "Abandons the attempt at the processor's page, to choose again.",
  }),
});

type CardFields = z.output<typeof cardFields>;
type TypedFields = Omit<CardFields, 'consent' | 'processor' | 'instead'>;
type FieldName = 'card_number' | 'expiry' | 'cvc' | 'name';
/** Fields to correct, in the order of the form. */
export type CardErrors = Partial<Record<FieldName | 'consent', FieldFault>>;

const NAME_LENGTH_MAX = 200;
/** Cards are issued for a few years; later dates are typing errors. */
const YEARS_AHEAD_MAX = 30;

/** The typed card, or the fields to correct. `now` is milliseconds since 1970. */
export function readCard(
  fields: TypedFields,
  now: number,
): { readonly card: Card } | { readonly errors: CardErrors } {
  const number = readNumber(fields.card_number);
  const expiry = readExpiry(fields.expiry, now);
  const cvc = fields.cvc.trim();
  const name = fields.name.trim();
  const faults: Partial<Record<FieldName, FieldFault | undefined>> = {
    card_number: findNumberFault(number),
    expiry: expiry ? findExpiryFault(expiry, now) : 'expiry',
    cvc: findCodeFault(cvc, number),
    name: [...name].length > NAME_LENGTH_MAX ? 'long_name' : undefined,
  };
  const errors = Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault));
  if (!expiry || Object.keys(errors).length > 0) return { errors };
  return { card: { number, expMonth: expiry.month, expYear: expiry.year, cvc, name } };
}

function findExpiryFault(
  expiry: { readonly month: number; readonly year: number },
  now: number,
): FieldFault | undefined {
  if (hasExpired(expiry, now)) return 'expired';
  return expiry.year > new Date(now).getUTCFullYear() + YEARS_AHEAD_MAX ? 'far_ahead' : undefined;
}

interface Input {
  readonly autocomplete: string;
  readonly isNumeric: boolean;
  readonly lengthMax: number;
}

const inputs: Readonly<Record<FieldName, Input>> = {
  card_number: { autocomplete: 'cc-number', isNumeric: true, lengthMax: 30 },
  expiry: { autocomplete: 'cc-exp', isNumeric: true, lengthMax: 9 },
  cvc: { autocomplete: 'cc-csc', isNumeric: true, lengthMax: 4 },
  name: { autocomplete: 'cc-name', isNumeric: false, lengthMax: 200 },
};

/** The inputs of a card. Only the name is shown again; card data is never echoed. */
export function renderCardFields(texts: Texts, errors: CardErrors, name: string): Html {
  const field = (id: FieldName) => renderField(id, texts, errors, name);
  return html`${field('card_number')}
<div class="row">
${field('expiry')}
${field('cvc')}
</div>
${field('name')}`;
}

/** Errors above the form, each with a link to its field. */
export function renderToCorrect(texts: Texts, errors: CardErrors): Html {
  const faults = Object.entries(errors);
  return html`<div class="notice alert" role="alert" tabindex="-1" autofocus>
<p>${texts.toCorrect}</p>
<ul>${faults.map(([id, fault]) => html`<li><a href="#${id}">${texts.faults[fault]}</a></li>`)}</ul>
</div>`;
}

function renderField(
  id: FieldName,
  { fields, faults }: Texts,
  errors: CardErrors,
  name: string,
): Html {
  const { autocomplete, isNumeric, lengthMax } = inputs[id];
  const error = errors[id];
  const fault =
    error === undefined ? null : html` aria-invalid="true" aria-describedby="${id}-error"`;
  // The script shows the brand here, also for screen readers.
  const brand =
    id === 'card_number' ? html`<output class="brand" for="card_number"></output>` : null;
  return html`<div class="field">
<div class="label"><label for="${id}">${fields[id]}</label>${brand}</div>
<input id="${id}" name="${id}" autocomplete="${autocomplete}" maxlength="${lengthMax}"${
    isNumeric ? html` inputmode="numeric" required` : html` value="${name}" dir="auto"`
  }${fault}>
${error === undefined ? null : html`<p class="error" id="${id}-error">${faults[error]}</p>`}
</div>`;
}
