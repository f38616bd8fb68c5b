import { newId, parsePublicId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, startProcessors } from './start-processors.ts';

const GOOD = '4242424242424242';
const DISPUTED = '4000000000000259';

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors();
});
afterAll(() => florin.stop());

const context = { requestId: 'test', timeoutMs: 5_000 };

/** A customer who has saved these cards by paying, in this order. */
async function openSaved(...cards: readonly string[]) {
  const payer = await florin.openPaid(GOOD);
  const customer = toPublicId('customer', newId());
  for (const card of cards)
    await florin.client.authorize(
      { ...order(payer.accountId, newId(), card, 100), savesFor: customer, mandate: 'yes' },
      context,
    );
  const { accountId } = payer;
  const find = (methodId = '') =>
    florin.client.findSavedMethod({ accountId, savesFor: customer, methodId }, context);
  const list = async (): Promise<readonly Shown[]> =>
    (await payer.call('GET', `/v1/payment_methods?customer_id=${customer}`)).body.data;
  const untilPaused = (...last4s: readonly string[]) =>
    eventually(async () =>
      expect((await list()).flatMap((it) => (it.disputed ? [it.card.last4] : []))).toEqual(last4s),
    );
  const answer = async (text: string) => {
    const { body } = await payer.call('GET', '/v1/disputes');
    const path = `/v1/disputes/${body.data[0].id}/evidence`;
    expect((await payer.call('POST', path, { body: { text } })).status).toBe(200);
  };
  return { ...payer, customer, find, list, untilPaused, answer };
}

interface Shown {
  readonly id: string;
  readonly card: { readonly last4: string };
  readonly disputed: boolean;
}

const lastEventOf = async (id: string) =>
  (
    await florin.query<{ body: { type: string; data: { previous: object } } }>(
      `select body::json as body from processors.outgoing_events
        where body::json->'data'->'object'->>'id' = $1 order by aggregate_sequence desc limit 1`,
      [id],
    )
  )[0]?.body;

describe('a disputed card', () => {
  it('is not charged automatically; another card of the customer is', async () => {
    const { find, list, untilPaused, accountId } = await openSaved(GOOD, DISPUTED);
    await untilPaused('0259');
    const [disputed, good] = await list();
    if (!disputed || !good) return expect.unreachable();
    expect(disputed).toMatchObject({ is_default: true, disputed: true });
    expect(await lastEventOf(disputed.id)).toMatchObject({
      type: 'payment_method.updated',
      data: { previous: { disputed: false } },
    });
    const methodId = parsePublicId('paymentMethod', disputed.id) ?? '';
    for (const found of [await find(), await find(methodId)])
      expect(toPublicId('paymentMethod', found.methodId)).toBe(good.id);
    const charge = { id: newId(), paymentId: newId(), accountId, methodId };
    const money = { amount: 100, currency: 'USD', description: 'again' };
    await expect(florin.client.chargeSaved({ ...charge, ...money }, context)).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    );
  });

  it('leaves a customer without another card with none, even after the dispute is lost', async () => {
    const { find, untilPaused, answer } = await openSaved(DISPUTED);
    await untilPaused('0259');
    await answer('losing_evidence');
    await untilPaused('0259');
    await expect(find()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is charged again once the dispute is won', async () => {
    const { find, list, untilPaused, answer } = await openSaved(DISPUTED);
    await untilPaused('0259');
    await answer('winning_evidence');
    await untilPaused();
    const [won] = await list();
    expect(toPublicId('paymentMethod', (await find()).methodId)).toBe(won?.id);
  });

  it('is charged again once the seller allows it, whatever the bank decides', async () => {
    const { call, find, list, untilPaused, answer } = await openSaved(DISPUTED);
    await untilPaused('0259');
    const [{ id = '' } = {}] = await list();
    const path = `/v1/payment_methods/${id}/allow`;
    const allowed = await call('POST', path, { idempotencyKey: 'a' });
    expect([allowed.status, allowed.body.disputed]).toEqual([200, false]);
    expect(await call('POST', path, { idempotencyKey: 'a' })).toMatchObject({
      body: allowed.body,
    });
    await answer('losing_evidence');
    await untilPaused();
    const { methodId } = await find();
    expect(toPublicId('paymentMethod', methodId)).toBe(id);
  });

  it('is paused when a renewal is disputed, not only the payment that saved it', async () => {
    const { accountId, find, list, untilPaused, call } = await openSaved(DISPUTED);
    await untilPaused('0259');
    const [{ id = '' } = {}] = await list();
    await call('POST', `/v1/payment_methods/${id}/allow`);
    const { methodId } = await find();
    const charge = { id: newId(), paymentId: newId(), accountId, methodId };
    const money = { amount: 100, currency: 'USD', description: 'again' };
    expect(await florin.client.chargeSaved({ ...charge, ...money }, context)).toMatchObject({
      status: 'succeeded',
    });
    await untilPaused('0259');
  });

  it('is charged again once its customer chooses it', async () => {
    const { accountId, customer, find, list, untilPaused } = await openSaved(GOOD, DISPUTED);
    await untilPaused('0259');
    const [{ id = '' } = {}] = await list();
    const methodId = parsePublicId('paymentMethod', id) ?? '';
    const whose = { accountId, savesFor: customer };
    const { methods } = await florin.billing.listMethods(whose, context);
    expect(methods?.map(({ isDisputed }) => isDisputed)).toEqual([true, false]);
    await florin.billing.makeMethodDefault({ ...whose, methodId }, context);
    await untilPaused();
    expect((await find()).methodId).toBe(methodId);
  });
});
