import { anonymous, newId } from '@florin/contracts';
import { ASSERTION_HEADER, signAssertion } from '@florin/runtime/caller';
import { eventually, testKeys } from '@florin/testing';
import type { TestLedger } from './start-ledger.ts';

export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The first thing its reader sees. */
  readonly title: string | undefined;
}

export const BEING_PAID = 'Your payment is being processed';

/** A form that no browser sends. */
export interface RawForm {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function isRaw(form: object | undefined): form is RawForm {
  return form !== undefined && 'bytes' in form;
}

/** A card that the test processor accepts, in a valid form. */
export const goodForm = {
  card_number: '4242 4242 4242 4242',
  expiry: '12 / 30',
  cvc: '123',
  name: 'Ada Lovelace',
};

/** Opens a page, or posts a form to it, like a browser through the gateway. */
export async function visit(
  { httpPort }: Pick<TestLedger, 'httpPort'>,
  url: string,
  form?: Readonly<Record<string, string>> | RawForm,
  headers: Readonly<Record<string, string>> = {},
): Promise<Visit> {
  const path = url.replace('https://florin.test', '');
  const method = form ? 'POST' : 'GET';
  const assertion = { from: 'gateway', method, path, caller: anonymous, requestId: newId() };
  const response = await fetch(`http://127.0.0.1:${httpPort}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      [ASSERTION_HEADER]: signAssertion(testKeys('ledger'), 'ledger', assertion, Date.now()),
      ...(isRaw(form) ? { 'Content-Type': form.type } : {}),
    },
    ...(isRaw(form) ? { body: form.bytes } : form ? { body: new URLSearchParams(form) } : {}),
  });
  const text = await response.text();
  const title = /<title>(.*)<\/title>/.exec(text)?.[1];
  return { status: response.status, headers: response.headers, text, title };
}

/** Posts a card, retrying while the ledger is busy, and returns the resulting page. */
export async function tryToPay(
  ledger: Pick<TestLedger, 'httpPort'>,
  url: string,
  card_number: string = goodForm.card_number,
): Promise<Visit> {
  const { status, headers, text } = await eventually(async () => {
    const posted = await visit(ledger, url, { ...goodForm, card_number });
    if (posted.status === 503) throw new Error('the ledger is too busy for too long');
    return posted;
  });
  const token = url.split('/').at(-1);
  if (status !== 303 || headers.get('location') !== `./${token}`)
    throw new Error(`not sent back to the page: ${status} ${text}`);
  return visit(ledger, url);
}

/** Posts a card and returns the page once it is no longer processing. */
export async function payBy(
  ledger: Pick<TestLedger, 'httpPort'>,
  url: string,
  card_number?: string,
): Promise<Visit> {
  const shown = await tryToPay(ledger, url, card_number);
  return shown.title === BEING_PAID ? untilSettled(ledger, url) : shown;
}

/** Polls the page until it is no longer processing. */
export function untilSettled(ledger: Pick<TestLedger, 'httpPort'>, url: string): Promise<Visit> {
  return eventually(async () => {
    const shown = await visit(ledger, url);
    if (shown.title === BEING_PAID) throw new Error('it is being paid for too long');
    return shown;
  });
}
