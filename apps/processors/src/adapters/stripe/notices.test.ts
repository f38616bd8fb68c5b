import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { parseWebhook } from './notices.ts';

const SECRET = 'whsec_of_the_test';
const NOW_S = 1_800_000_000;
const stripe = new Stripe('sk_test_signs_only');
const payload = JSON.stringify({
  ...{ id: 'evt_1', object: 'event', type: 'payment_method.detached' },
  data: { object: { id: 'pm_1', object: 'payment_method' } },
});

/** The signature Stripe would create at a time. */
const signedAt = (timestamp: number) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
const parse = (signature: string) =>
  parseWebhook({ stripe }, ['whsec_another', SECRET], {
    body: Buffer.from(payload),
    header: (name) => (name === 'stripe-signature' ? signature : undefined),
    now: NOW_S * 1_000 + 999,
  });

describe('the signature of a webhook of Stripe', () => {
  it.each([-300, -1, 0, 1, 300])('is valid %d s from now', (apart) => {
    expect(parse(signedAt(NOW_S + apart))).toMatchObject([{ id: 'evt_1', reference: 'pm_1' }]);
  });

  it.each([-301, -86_400, 301, 86_400, 10_000_000_000])('is refused %d s from now', (apart) => {
    expect(() => parse(signedAt(NOW_S + apart))).toThrow(
      'not signed by Stripe, or its timestamp is not current',
    );
  });

  it.each([
    ['a time with a suffix', (signed: string) => signed.replace(',', 'x,')],
    ['a current time before it', (signed: string) => `t=${NOW_S},${signed}`],
    ['a current time after it', (signed: string) => `${signed},t=${NOW_S}`],
    ['no time', (signed: string) => signed.replace(/^t=\d+,/, '')],
  ])('of a later time is refused with %s', (_, change) => {
    expect(() => parse(change(signedAt(NOW_S + 900)))).toThrow('timestamp is not current');
  });
});
