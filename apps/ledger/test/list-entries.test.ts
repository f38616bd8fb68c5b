import { describe, expect, it } from 'vitest';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

describe('GET /v1/transactions/{transaction_id}/entries', () => {
  it('shows a payment’s movements, newest first, page by page', async () => {
    const { create, call, publicId } = await ledger().openAccount({ credit: 1000 });
    const { body: payment } = await create({ type: 'payment', amount: 400 });
    await call('POST', `/v1/transactions/${payment.id}/capture`, { body: { amount: 300 } });
    const path = `/v1/transactions/${payment.id}/entries`;
    const { status, body } = await call('GET', path);
    expect(status).toBe(200);
    const none = { available: 0, held: 0, settled: 0, fees: 0, external: 0 };
    expect(body).toEqual({
      object: 'list',
      has_more: false,
      data: [
        {
          id: expect.stringMatching(/^ent_/),
          object: 'entry',
          livemode: false,
          account_id: publicId,
          transaction_id: payment.id,
          sequence: 3,
          kind: 'capture',
          postings: { ...none, held: -400, settled: 300, available: 100 },
          balance_after: { ...none, available: 700, settled: 300, external: -1000 },
          created_at: expect.any(String),
        },
        {
          id: expect.stringMatching(/^ent_/),
          object: 'entry',
          livemode: false,
          account_id: publicId,
          transaction_id: payment.id,
          sequence: 2,
          kind: 'hold',
          postings: { ...none, available: -400, held: 400 },
          balance_after: { ...none, available: 600, held: 400, external: -1000 },
          created_at: expect.any(String),
        },
      ],
    });
    const [newest, oldest] = body.data;
    const { body: credits } = await call('GET', '/v1/transactions?type=credit');
    const [other] = (await call('GET', `/v1/transactions/${credits.data[0].id}/entries`)).body.data;
    for (const cursor of [other.id, 'ent_01h455vb4pex5vsknk084sn02q', payment.id]) {
      const foreign = await call('GET', `${path}?starting_after=${cursor}`);
      expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_request']);
    }
    const first = await call('GET', `${path}?limit=1`);
    expect([first.body.data[0].id, first.body.has_more]).toEqual([newest.id, true]);
    const second = await call('GET', `${path}?limit=1&starting_after=${newest.id}`);
    expect([second.body.data[0].id, second.body.has_more]).toEqual([oldest.id, false]);
  });

  it('is hidden from other accounts', async () => {
    const { create } = await ledger().openAccount();
    const { body: credit } = await create({ type: 'credit', amount: 1 });
    const stranger = await ledger().openAccount();
    const { status } = await stranger.call('GET', `/v1/transactions/${credit.id}/entries`);
    expect(status).toBe(404);
  });
});
