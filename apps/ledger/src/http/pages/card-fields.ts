import { type Html, html } from '@florin/http-api';
import type { CardErrors, CardFields } from './card-form.ts';
import type { Texts } from './texts/texts.ts';

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

/** The inputs of a card. Only the name is shown again: the rest is nobody's to keep, not even here. */
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
