import type { CardErrors, CardFields } from './card-form.ts';
import { type Html, html } from './html.ts';

const inputs: readonly {
  readonly name: keyof CardFields;
  readonly label: string;
  readonly autocomplete: string;
  readonly isNumeric: boolean;
  readonly lengthMax: number;
}[] = [
  {
    name: 'card_number',
    label: 'Card number',
    autocomplete: 'cc-number',
    isNumeric: true,
    lengthMax: 30,
  },
  {
    name: 'exp_month',
    label: 'Expiry month',
    autocomplete: 'cc-exp-month',
    isNumeric: true,
    lengthMax: 2,
  },
  {
    name: 'exp_year',
    label: 'Expiry year',
    autocomplete: 'cc-exp-year',
    isNumeric: true,
    lengthMax: 4,
  },
  { name: 'cvc', label: 'Security code', autocomplete: 'cc-csc', isNumeric: true, lengthMax: 4 },
  {
    name: 'name',
    label: 'Name on card (optional)',
    autocomplete: 'cc-name',
    isNumeric: false,
    lengthMax: 200,
  },
];

/** The inputs of a card. Only the name is shown again: the rest is nobody's to keep, not even here. */
export function renderCardFields(errors: CardErrors, name: string): Html {
  return html`${inputs.map((input) => {
    const error = errors[input.name];
    const id = input.name;
    const fault =
      error === undefined ? null : html` aria-invalid="true" aria-describedby="${id}-error"`;
    return html`<label for="${id}">${input.label}</label>
<input id="${id}" name="${id}" autocomplete="${input.autocomplete}" maxlength="${input.lengthMax}"${
      input.isNumeric ? html` inputmode="numeric" required` : html` value="${name}"`
    }${fault}>
${error === undefined ? null : html`<p class="error" id="${id}-error">${error}</p>`}`;
  })}`;
}
