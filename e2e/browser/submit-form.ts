import type { Page, Response } from 'playwright-core';

/** Texts for fields, by `autocomplete` token, as a person or their browser fills them in. */
export type Autofill = Readonly<Record<string, string>>;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly autocomplete: string;
  readonly isHidden: boolean;
  readonly isRequired: boolean;
  readonly value: string;
}

export interface Form {
  readonly index: number;
  /** Identifies a form of a page; equal if only ids differ. */
  readonly signature: string;
  readonly fields: readonly Field[];
}

/** Forms of the open page. */
export async function formsOf(page: Page): Promise<readonly Form[]> {
  const forms = await page.evaluate<Omit<Form, 'signature'>[]>(`
    [...document.forms].map((form, index) => ({
      index,
      fields: [...form.elements].filter((field) => field.name !== '').map((field) => ({
        name: field.name,
        type: field.type,
        autocomplete: field.autocomplete ?? '',
        isHidden: field.type === 'hidden' || field.hidden,
        isRequired: Boolean(field.required),
        value: field.value ?? '',
      })),
    }))`);
  return forms.map((form) => ({ ...form, signature: form.fields.map(nameOf).join(' ') }));
}

/** A choice in a hidden field is a word; ids and digests contain digits or are long. */
function nameOf({ name, isHidden, autocomplete, value }: Field): string {
  if (!isHidden) return autocomplete === '' ? name : `${name}:${autocomplete}`;
  return /^[a-z_]{1,20}$/.test(value) ? `${name}=${value}` : name;
}

/** A browser extension may add a field of its own. */
const ADDED = `
  const added = Object.assign(document.createElement('input'), {
    type: 'hidden', name: 'added-by-an-extension', value: 'x',
  });`;

/**
 * Fills in a form of the open page and presses its button; every field is sent as a browser does.
 * @returns the answer after redirects, as long as they stay on Florin
 */
export async function submitForm(
  page: Page,
  { index, fields }: Form,
  autofill: Autofill,
): Promise<Response> {
  const form = page.locator('form').nth(index);
  for (const { name, type, autocomplete, isHidden, isRequired, value } of fields) {
    if (isHidden || type === 'submit') continue;
    const field = form.locator(`[name="${name}"]`).first();
    const text = autofill[autocomplete];
    if (type === 'radio') await field.check();
    else if (text !== undefined && type !== 'select-one') await field.fill(text);
    else if (isRequired && value === '')
      throw new Error(`${page.url()}: no value is known for ${name}: give it autocomplete`);
  }
  await page.evaluate(`{ ${ADDED} document.forms[${index}].append(added); }`);
  const [answer] = await Promise.all([
    page.waitForEvent('response', {
      predicate: (response) =>
        response.request().isNavigationRequest() &&
        response.frame() === page.mainFrame() &&
        (!isRedirect(response) || leadsAway(response)),
    }),
    form.locator('button').first().click(),
  ]);
  await page.waitForLoadState();
  return answer;
}

function isRedirect(response: Response): boolean {
  return response.status() >= 300 && response.status() < 400;
}

/** Whether a response redirects to a processor or a shop, whose pages are not under test. */
export function leadsAway(response: Response): boolean {
  const { location } = response.headers();
  if (!isRedirect(response) || location === undefined) return false;
  return new URL(location, response.url()).origin !== new URL(response.url()).origin;
}

/** The first request of the browser, before any redirect. */
export function firstRequestOf(answer: Response): {
  readonly method: string;
  readonly url: string;
} {
  let request = answer.request();
  for (let before = request.redirectedFrom(); before; before = request.redirectedFrom())
    request = before;
  return { method: request.method(), url: request.url() };
}
