import { newId, parsePublicId, toPublicId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { eventually, peerAt } from '@florin/testing';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { assertBooks } from './books.ts';
import { exportFiles } from './export-files.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

// Receivables cases R16 to R19, through the files for bookkeepers.
const { world, billing, openShop, publish } = useBilling({ withNats: true });
const { rowsOf } = exportFiles(billing);
beforeEach(() => world().clock.set('2026-01-31T12:00:00Z'));
afterEach(async () => {
  await assertBooks(world());
});

const JANUARY = { from: '2026-01-01', to: '2026-01-31' };
const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' };
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

async function germanShop() {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  await shop.patch('/v1/seller_profile', {
    legal_name: 'Ada GmbH',
    address: { line1: 'Markt 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
    tax_ids: [{ value: 'DE136695976' }],
    charges_tax: true,
    timezone: 'Europe/Berlin',
  });
  const { body: customer } = await shop.post('/v1/customers', {
    ...{ name: 'Ben', email: 'ben@example.com' },
    address: { line1: 'Weg 1', postal_code: '20095', city: 'Hamburg', country: 'DE' },
  });
  return { shop, customerId: customer.id as string };
}

/** A finalized invoice of 100.00 plus 19 % tax. */
async function invoiced({
  shop,
  customerId,
}: {
  readonly shop: Shop;
  readonly customerId: string;
}) {
  const lines = [{ description: 'Roses', unit_amount: 10_000 }];
  const { body } = await shop.post('/v1/invoices', { customer_id: customerId, lines });
  const sent = await shop.post(`/v1/invoices/${body.id}/send`);
  expect(sent.body).toMatchObject({ subtotal: 10_000, tax: 1_900, total: 11_900 });
  return body.id as string;
}

async function act(shop: Shop, path: string, body?: object) {
  const reply = await shop.post(path, body);
  expect([reply.status < 300, reply.body.message]).toEqual([true, undefined]);
  return reply.body;
}

const journal = (shop: Shop, span: object = {}) => rowsOf(shop, { type: 'journal', ...span });

/** Debits less credits of each account in minor units, without zero balances. */
async function balancesOf(shop: Shop, span: object = {}) {
  const sums: Record<string, number> = {};
  for (const { account, debit, credit } of await journal(shop, span))
    sums[String(account)] = (sums[String(account)] ?? 0) + Number(debit) - Number(credit);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

async function taxOf(shop: Shop, span: object = {}) {
  const rows = await rowsOf(shop, { type: 'tax_report', ...span });
  return rows.map(({ taxable, tax, invoices }) => [taxable, tax, invoices]);
}

it('R16: an unpaid invoice that is fully credited leaves no tax and no debt', async () => {
  const seller = await germanShop();
  const invoice_id = await invoiced(seller);
  const { shop } = seller;
  expect(await balancesOf(shop)).toEqual({
    ...{ receivables: 11_900, revenue: -10_000, tax_payable: -1_900 },
  });
  await act(shop, '/v1/credit_notes', { invoice_id, credit_to: 'invoice', reason: 'other' });
  expect(await balancesOf(shop)).toEqual({});
  const [row, ...others] = await taxOf(shop);
  expect([row?.slice(0, 2), others]).toEqual([[0, 0], []]);
});

it('R17: adjacent months have every entry once, each on its own day', async () => {
  const seller = await germanShop();
  const id = await invoiced(seller);
  const { shop } = seller;
  const before = await journal(shop, JANUARY);
  world().clock.set('2026-02-02T12:00:00Z');
  await act(shop, `/v1/invoices/${id}/mark_paid`, { reference: 'transfer' });
  const [january, february, both] = [
    await journal(shop, JANUARY),
    await journal(shop, FEBRUARY),
    await journal(shop),
  ];
  expect(january).toEqual(before);
  expect(january.map(({ date, event, account }) => [date, event, account])).toEqual([
    ...['receivables', 'revenue', 'tax_payable'].map((account) => [
      '2026-01-31',
      'issued',
      account,
    ]),
  ]);
  expect(
    february.map(({ date, account, debit, credit }) => [date, account, debit, credit]),
  ).toEqual([
    ['2026-02-02', 'bank', 11_900, 0],
    ['2026-02-02', 'receivables', 0, 11_900],
  ]);
  expect(both).toEqual([...january, ...february]);
});

it('R18: write-off, refund and chargeback leave the actual bank balance', async () => {
  const seller = await germanShop();
  const { shop } = seller;
  const [writtenOff, refunded, disputed] = [
    await invoiced(seller),
    await invoiced(seller),
    await invoiced(seller),
  ];
  await act(shop, `/v1/invoices/${writtenOff}/write_off`);
  expect(await balancesOf(shop)).toMatchObject({ receivables: 23_800, bad_debt: 10_000 });
  for (const id of [refunded, disputed])
    await act(shop, `/v1/invoices/${id}/mark_paid`, { reference: 'transfer' });
  expect(await balancesOf(shop)).toMatchObject({ bank: 23_800, bad_debt: 10_000 });
  await refund(shop, refunded);
  const id = newId();
  for (const status of ['needs_response', 'lost']) {
    const event = {
      ...{ id: newId(), type: 'dispute.updated', created_at: '2026-01-31T12:00:00.000Z' },
      ...{ account_id: shop.id, aggregate_id: id, aggregate_sequence: 1 },
      data: {
        object: {
          ...{ id: toPublicId('dispute', id), account_id: shop.publicId },
          ...{ invoice_id: disputed, amount: 11_900, status },
        },
      },
      request: { id: null, idempotency_key: null },
    };
    await publish(event);
    await eventually(async () => {
      const events = (await journal(shop)).map(({ event }) => event);
      expect(events).toContain(status === 'lost' ? 'dispute_lost' : 'disputed');
    });
  }
  expect(await balancesOf(shop)).toEqual({
    // The tax of the bad debt is not owed; the refund without a note does not lower any tax.
    ...{ bad_debt: 20_000, revenue: -30_000, tax_payable: -1_900, refunds: 11_900 },
  });
  expect(await taxOf(shop)).toEqual([[10_000, 1_900, 3]]);
});

it('R19: a void in March leaves January as it was reported', async () => {
  const seller = await germanShop();
  const id = await invoiced(seller);
  const { shop } = seller;
  const before = await taxOf(shop, JANUARY);
  expect(before).toEqual([[10_000, 1_900, 1]]);
  world().clock.set('2026-03-10T12:00:00Z');
  await act(shop, `/v1/invoices/${id}/void`);
  expect(await taxOf(shop, JANUARY)).toEqual(before);
  expect(await taxOf(shop, FEBRUARY)).toEqual([]);
  expect(await taxOf(shop, MARCH)).toEqual([[-10_000, -1_900, -1]]);
  expect(await balancesOf(shop, JANUARY)).toMatchObject({ tax_payable: -1_900 });
  expect(await balancesOf(shop, MARCH)).toEqual({
    ...{ receivables: -11_900, revenue: 10_000, tax_payable: 1_900 },
  });
});

/** Reserves a refund like processors. */
async function refund(shop: Shop, invoice: string): Promise<void> {
  const client = makeClient(
    grpcServices.billing,
    peerAt('processors', 'billing', billing().grpcPort),
  );
  onTestFinished(() => client.close());
  const invoiceId = parsePublicId('invoice', invoice) ?? expect.unreachable();
  const { body } = await shop.get(`/v1/invoices/${invoice}`);
  const paymentId = parsePublicId('paymentRequest', body.payment_id ?? '') ?? newId();
  const reply = await client.reserveRefund(
    {
      ...{ accountId: shop.id, invoiceId, paymentId, refundId: newId() },
      ...{ amountPaid: '11900', amount: '11900', takesLess: false },
    },
    { requestId: newId(), timeoutMs: 60_000 },
  );
  expect(Number(reply.amount)).toBe(11_900);
}
