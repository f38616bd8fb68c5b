import { retry } from '@florin/system-kit';
import type { Answer } from '@florin/testing';
import { baseUrl } from '../api.ts';

/** Cards of the built-in test processor. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  unknownAtFirst: '4000000000000119',
  disputed: '4000000000000259',
  declinedLater: '4000000000000341',
} as const;

export const FORM = {
  card_number: CARDS.good,
  expiry: '12/40',
  cvc: '123',
  name: 'Ada Lovelace',
};

/** Opens a payment page as a browser does. */
export function openPage(paymentUrl: string): Promise<Answer> {
  return browse(paymentUrl, {});
}

/** Sends the form of a payment page as a browser without JavaScript does. */
export function pay(paymentUrl: string, cardNumber: string): Promise<Answer> {
  const body = new URLSearchParams({ ...FORM, card_number: cardNumber });
  return browse(paymentUrl, { method: 'POST', body });
}

/** Sends a request for a page; retries while a busy service answers 503. */
export function browse(paymentUrl: string, request: RequestInit): Promise<Answer> {
  const { pathname, search } = new URL(paymentUrl, baseUrl());
  return retry(
    async () => {
      const response = await fetch(baseUrl() + pathname + search, {
        redirect: 'manual',
        ...request,
      });
      const { status, headers } = response;
      return { status, headers, body: await response.text() };
    },
    { isPutOff: ({ status }) => status === 503 },
  );
}
