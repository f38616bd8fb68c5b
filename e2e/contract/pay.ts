import { baseUrl } from '../api.ts';

/** Cards of the built-in test processor. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
} as const;

/** Sends the form of a payment page as a browser without JavaScript does. */
export async function pay(paymentUrl: string, cardNumber: string): Promise<Response> {
  const { pathname } = new URL(paymentUrl);
  return fetch(baseUrl() + pathname, {
    method: 'POST',
    body: new URLSearchParams({
      card_number: cardNumber,
      exp_month: '12',
      exp_year: '2040',
      cvc: '123',
      name: 'Ada Lovelace',
    }),
  });
}
