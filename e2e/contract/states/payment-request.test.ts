import { beforeAll, describe, expect, it } from 'vitest';
import { CARDS, pay } from '../pay.ts';
import { must, newOwner, type Owner } from '../people.ts';
import { requestPayment } from '../world.ts';

const TRIES_MAX = 5;

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

const statusOf = async (id: string) =>
  (await must(() => owner.call('GET', `/v1/payments/${id}/status`))).status;
const available = async () =>
  (await must(() => owner.call('GET', '/v1/account/balance'))).available;

describe('(none), POST /v1/payments: pending until the customer completes the payment', () => {
  it('stays pending, without a credit, until the customer pays', async () => {
    const { id, status } = await requestPayment(owner);
    expect(status).toBe('pending');
    expect(await statusOf(id)).toBe('pending');
    expect(await available()).toBe(0);
  });

  it('succeeds once the customer has paid, and is credited', async () => {
    const { id, payment_url } = await requestPayment(owner, { amount: 700 });
    await pay(payment_url, CARDS.good);
    expect(await statusOf(id)).toBe('succeeded');
    expect(await available()).toBe(700);
  });

  it('stays pending after a declined card, and fails after the fifth', async () => {
    const { id, payment_url } = await requestPayment(owner);
    for (let tries = 1; tries < TRIES_MAX; tries += 1) {
      await pay(payment_url, CARDS.declined);
      expect(await statusOf(id)).toBe('pending');
    }
    await pay(payment_url, CARDS.declined);
    expect(await statusOf(id)).toBe('failed');
  });

  it('is canceled by its account, and then cannot be paid', async () => {
    const before = await available();
    const { id, payment_url } = await requestPayment(owner);
    await must(() => owner.call('POST', `/v1/payments/${id}/cancel`));
    expect(await statusOf(id)).toBe('canceled');
    await pay(payment_url, CARDS.good);
    expect(await statusOf(id)).toBe('canceled');
    expect(await available()).toBe(before);
  });
});
