import { isDeepStrictEqual } from 'node:util';
import { rpcDouble } from '@florin/contract-tests';
import { AppError, newId, parsePublicId, toPublicId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { serveGrpc } from '@florin/grpc';
import { eventually, testKeys } from '@florin/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBilling } from '../src/clients.ts';
import { earlierMoneyBackWorkers } from '../src/earlier-money-back/workers.ts';
import { startProcessors } from './start-processors.ts';

const CARD = '4242424242424242';
const DISPUTED = '4000000000000259';

/** Amounts that billing reserves, by refund; and the number of calls. */
const reserved = new Map<string, bigint>();
let asked = 0;
/** Amount left of the invoice, and responses of billing that are lost after their effect. */
let left = 100n;
let lost: ('reserve' | 'release')[] = [];
/** Refunds and disputes recorded as made before billing kept books. */
let recorded: Record<string, string>[] = [];

function loses(answer: 'reserve' | 'release'): void {
  if (lost[0] !== answer) return;
  lost = lost.slice(1);
  throw new AppError('unavailable', 'the answer is lost');
}

const billing = rpcDouble(grpcServices.billing.service, {
  async ReserveRefund({ refundId, amount, takesLess }) {
    asked += 1;
    const known = reserved.get(refundId);
    const wanted = BigInt(amount);
    if (known === undefined && wanted > left && !(takesLess && left > 0n))
      throw new AppError('conflict', `only ${left} is left`);
    const taken = known ?? (wanted < left ? wanted : left);
    if (known === undefined) left -= taken;
    reserved.set(refundId, taken);
    loses('reserve');
    return { amount: taken.toString() };
  },
  async ReleaseRefund({ refundId }) {
    left += reserved.get(refundId) ?? 0n;
    reserved.delete(refundId);
    loses('release');
    return {};
  },
  async RecordMoneyBack({ refundId, disputeId, disputeStatus, amount, amountPaid }) {
    recorded.push({ refundId, disputeId, disputeStatus, amount, amountPaid });
    return {};
  },
});

let florin: Awaited<ReturnType<typeof startProcessors>>;
let server: Awaited<ReturnType<typeof serveGrpc>>;
beforeAll(async () => {
  const where = { host: '127.0.0.1', port: 0, acceptKeys: testKeys('processors') };
  server = await serveGrpc(where, [billing], (error) => {
    throw error;
  });
  florin = await startProcessors({ billingAddresses: [`127.0.0.1:${server.port}`] });
});
beforeEach(() => {
  reserved.clear();
  [left, lost, asked, recorded] = [100n, [], 0, []];
});
afterAll(async () => {
  await florin.stop();
  await server.stop(1_000);
});

/** A payment of 100 for an invoice. */
async function openInvoice(available = 100) {
  const payer = await florin.openPaid(CARD, 100, available, toPublicId('invoice', newId()));
  const path = `/v1/payments/${toPublicId('paymentRequest', payer.paymentId)}/refund`;
  return { payer, refund: (body: object = {}) => payer.call('POST', path, { body }) };
}

it('refunds the amount that billing has reserved, and no more', async () => {
  const { refund } = await openInvoice();
  left = 60n;
  expect(await refund({ amount: 61 })).toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect(await refund()).toMatchObject({ status: 201, body: { amount: 60 } });
  expect([left, [...reserved.values()]]).toEqual([0n, [60n]]);
  expect((await refund({ amount: 1 })).status).toBe(409);
});

it('reserves once, however often the response is lost', async () => {
  const { payer, refund } = await openInvoice();
  lost = ['reserve', 'reserve'];
  await refund({ amount: 40 });
  await eventually(async () => {
    const { data } = (await payer.call('GET', '/v1/refunds')).body;
    expect(data).toMatchObject([{ amount: 40, status: 'succeeded' }]);
  });
  expect([left, asked]).toEqual([60n, 3]);
});

it('releases the reservation if the account has too little, also if that response is lost', async () => {
  const { payer, refund } = await openInvoice(10);
  lost = ['release'];
  await refund({ amount: 40 });
  await eventually(async () => expect([left, reserved.size]).toEqual([100n, 0]));
  expect((await payer.call('GET', '/v1/refunds')).body.data).toEqual([]);
  expect((await refund({ amount: 10 })).status).toBe(201);
});

it('reserves the refunded amount, also if money arrives before the refusal is stored', async () => {
  const { payer, refund } = await openInvoice(10);
  lost = ['release'];
  expect((await refund({ amount: 40 })).status).toBe(503);
  await payer.credit(90);
  await eventually(async () => expect(lost).toEqual([]));
  await eventually(async () => {
    const [run] = await florin.query<{ open: number }>(
      'select count(*)::int as open from processors.saga_runs where finished_at is null',
    );
    expect(run?.open).toBe(0);
  });
  const { data } = (await payer.call('GET', '/v1/refunds')).body;
  const given = data.reduce(
    (sum: bigint, { amount }: { amount: number }) => sum + BigInt(amount),
    0n,
  );
  expect(100n - left).toBe(given);
});

it('does not call billing for a payment without an invoice', async () => {
  const payer = await florin.openPaid(CARD);
  const path = `/v1/payments/${toPublicId('paymentRequest', payer.paymentId)}/refund`;
  expect((await payer.call('POST', path, { body: {} })).status).toBe(201);
  expect(asked).toBe(0);
});

it('records each refund and dispute made before billing kept books, once', async () => {
  const { payer, refund } = await openInvoice();
  const { body: made } = await refund({ amount: 40 });
  const paid = await florin.openPaid(DISPUTED, 100, 100, toPublicId('invoice', newId()));
  const disputeId = await eventually(async () => {
    const { data } = (await paid.call('GET', '/v1/disputes')).body;
    expect(data).toHaveLength(1);
    return parsePublicId('dispute', data[0].id);
  });
  const refundId = parsePublicId('refund', made.id);
  await florin.query('insert into processors.earlier_money_back values ($1, $2), ($3, $4)', [
    ...[refundId, 'refund', disputeId, 'dispute'],
  ]);
  const opened = openBilling({
    billingAddresses: [`127.0.0.1:${server.port}`],
    callKeys: testKeys('billing'),
  });
  const [worker] = earlierMoneyBackWorkers({ db: florin.db, invoices: opened?.invoices });
  await worker?.round();
  await worker?.round();
  opened?.close();
  const of = (found: object) => recorded.filter((it) => isDeepStrictEqual(it, found));
  const none = { refundId: '', disputeId: '', disputeStatus: '' };
  const amounts = { amount: '40', amountPaid: '100' };
  expect(of({ ...none, ...amounts, refundId })).toHaveLength(1);
  const disputed = { disputeId, disputeStatus: 'needs_response', amount: '100', amountPaid: '100' };
  expect(of({ ...none, ...disputed })).toHaveLength(1);
  expect(payer.accountId).not.toBe(paid.accountId);
});
