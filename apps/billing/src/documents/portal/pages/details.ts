import { type Html, html } from '@florin/http-api';
import type { Portal } from '../open.ts';
import type { PortalLocale } from './texts/languages.ts';
import { type DetailField, detailFields } from './texts/texts.ts';

const AUTOCOMPLETE: Readonly<Record<Exclude<DetailField, 'country'>, string>> = {
  name: 'name',
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  postal_code: 'postal-code',
  city: 'address-level2',
  region: 'address-level1',
  tax_id: 'off',
};
const LENGTH_MAX = 200;

/** The form for the customer's invoice details. */
export function renderDetailsForm({ customer }: Portal, { tag, texts }: PortalLocale): Html {
  const { name, details } = customer;
  const { address, company, taxIds } = details;
  const values: Readonly<Record<DetailField, string | null | undefined>> = {
    ...{ name, company, tax_id: taxIds[0]?.value },
    ...{ line1: address?.line1, line2: address?.line2, city: address?.city },
    ...{ postal_code: address?.postal_code, region: address?.region, country: address?.country },
  };
  const field = (id: DetailField) =>
    id === 'country'
      ? html`<label>${texts.fields.country}<select name="country" autocomplete="country">${renderCountries(values.country, tag, texts.noCountry)}</select></label>`
      : html`<label>${texts.fields[id]}<input class="field" name="${id}" value="${values[id] ?? ''}" autocomplete="${AUTOCOMPLETE[id]}" maxlength="${LENGTH_MAX}" dir="auto"></label>`;
  return html`<form method="post">
${detailFields.map(field)}
<button type="submit">${texts.save}</button>
</form>`;
}

/** Country codes that Intl knows, sorted in the reader's language. */
function renderCountries(chosen: string | null | undefined, tag: string, none: string): Html {
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && isOfficial(code))
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => a.name.localeCompare(b.name, tag));
  return html`<option value="">${none}</option>${known.map(({ code, name }) =>
    code === chosen
      ? html`<option value="${code}" selected>${name}</option>`
      : html`<option value="${code}">${name}</option>`,
  )}`;
}

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes of groups, pseudo locales and former countries. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

function isOfficial(code: string): boolean {
  // A replaced code has the name of its successor, which is already in the list.
  return english.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code;
}
