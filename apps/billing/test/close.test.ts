import { parsePublicId } from '@florin/contracts';
import { beforeEach, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-01-05T12:00:00Z'));

type Shop = Awaited<ReturnType<typeof openShop>>;

interface Check {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly balanced: boolean;
  readonly differences: readonly { readonly object_id: string }[];
}

const germany = {
  ...{ legal_name: 'Blumen GmbH', tax_ids: [{ value: 'DE 136.695.976' }], charges_tax: true },
  ...{ timezone: 'Europe/Berlin' },
  address: { line1: 'Weg 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
};

/** Checks of a month by name. */
async function close(shop: Shop, month: string) {
  const { status, body } = await shop.get(`/v1/close/${month}`);
  expect([status, body.error]).toEqual([200, undefined]);
  const checks: readonly Check[] = body.checks;
  return new Map(checks.map((check) => [check.name, check]));
}

/** Names of the unbalanced checks; the fake ledger knows no invoices. */
const unbalanced = (checks: Map<string, Check>) =>
  [...checks.values()].flatMap(({ name, balanced }) =>
    balanced || name === 'ledger' ? [] : [name],
  );

async function invoice(shop: Shop, customer_id: string, unit_amount: number): Promise<string> {
  const lines = [{ description: 'Work', unit_amount }];
  const { body } = await shop.post('/v1/invoices', { customer_id, lines });
  expect((await shop.post(`/v1/invoices/${body.id}/finalize`)).status).toBe(200);
  return body.id;
}

async function openTaxed() {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  expect((await shop.patch('/v1/seller_profile', germany)).status).toBe(200);
  const { body: customer } = await shop.post('/v1/customers', { address: { country: 'DE' } });
  return { shop, customerId: customer.id as string };
}

it('balances three months of a mixed business', async () => {
  const { shop, customerId } = await openTaxed();
  const pay = (id: string) => shop.post(`/v1/invoices/${id}/mark_paid`, { reference: 'bank' });
  const paid = await invoice(shop, customerId, 10_000);
  const voided = await invoice(shop, customerId, 20_000);
  const lost = await invoice(shop, customerId, 30_000);
  const open = await invoice(shop, customerId, 40_000);
  await pay(paid);
  const card = await shop.post('/v1/customers', { address: { country: 'DE' } });
  await world().peers.saveCard(card.body.id, { declines: false });
  await shop.subscribe({ customer_id: card.body.id, plan: 'basic' });
  world().clock.set('2026-02-10T12:00:00Z');
  await shop.post('/v1/credit_notes', { invoice_id: paid, credit_to: 'balance', amount: 5_000 });
  await shop.post(`/v1/invoices/${voided}/void`);
  await invoice(shop, customerId, 3_000);
  world().clock.set('2026-03-10T12:00:00Z');
  await shop.post(`/v1/invoices/${lost}/write_off`);
  await shop.post('/v1/credit_notes', { invoice_id: open, amount: 11_900 });
  await pay(open);
  const months = ['2026-01', '2026-02', '2026-03'];
  const closes = await Promise.all(months.map((month) => close(shop, month)));
  expect(closes.map(unbalanced)).toEqual([[], [], []]);
  const sums = (name: string) => closes.map((checks) => checks.get(name)?.left);
  // 119 % of 10 000, 20 000, 30 000 and 40 000, plus the subscription's 11.90.
  expect(sums('invoices')[0]).toBe(119_000 + 1_190);
  expect(sums('receivables')).toEqual([107_100, 83_300, 0]);
  expect(sums('customer_credit')).toEqual([0, 1_430, 1_430]);
  expect(sums('tax')[0]).toBe(19_000 + 190);
  // The fake ledger has manual credits and no invoice payments.
  const ledger = closes[0]?.get('ledger');
  expect(ledger).toMatchObject({ balanced: false, has_more: true });
  expect(ledger?.differences).toHaveLength(100);
});

it('balances a month of payments in parts, too much and written off', async () => {
  const { shop, customerId } = await openTaxed();
  const pay = async (id: string, amount: number) =>
    expect((await shop.post(`/v1/invoices/${id}/mark_paid`, { amount })).status).toBe(200);
  const ids = await Promise.all([1, 2, 3].map(() => invoice(shop, customerId, 10_000)));
  const [open = '', over = '', lost = ''] = ids;
  for (const id of ids) await pay(id, 4_000);
  await pay(over, 8_000);
  await shop.post(`/v1/invoices/${lost}/write_off`);
  await shop.post('/v1/credit_notes', { invoice_id: open, amount: 900 });
  const checks = await close(shop, '2026-01');
  expect(unbalanced(checks)).toEqual([]);
  expect(checks.get('receivables')?.left).toBe(7_000);
  expect(checks.get('customer_credit')?.left).toBe(100);
});

it('lists the object with wrong entries', async () => {
  const { shop, customerId } = await openTaxed();
  await invoice(shop, customerId, 10_000);
  const id = await invoice(shop, customerId, 20_000);
  const change = (from: string, to: string) =>
    world().query(`
      update billing.book_entries set postings = replace(postings, '"${from}"', '"${to}"')
       where invoice_id = '${parsePublicId('invoice', id)}'`);
  await change('23800', '23801');
  const checks = await close(shop, '2026-01');
  expect(unbalanced(checks)).toEqual(['invoices', 'receivables']);
  expect(checks.get('invoices')?.differences).toEqual([
    { object_id: id, left: 23_800, right: 23_801, description: null },
  ]);
  await change('23801', '23800');
});

it('keeps the books of a closed month unchanged', async () => {
  const { shop, customerId } = await openTaxed();
  const id = parsePublicId('invoice', await invoice(shop, customerId, 10_000));
  const path = '/v1/periods/2026-01';
  const early = await shop.post(`${path}/close`, {});
  expect([early.status, early.body.error]).toEqual([409, 'conflict']);
  world().clock.set('2026-02-10T12:00:00Z');
  for (const _ of [1, 2])
    expect((await shop.post(`${path}/close`, {})).body).toMatchObject({
      ...{ object: 'period', month: '2026-01', status: 'closed' },
      ...{ starts_at: '2025-12-31T23:00:00.000Z', ends_at: '2026-01-31T23:00:00.000Z' },
      changes: [{ type: 'closed', month: '2026-01', reason: null }],
    });
  expect((await shop.get('/v1/periods/2025-12')).body.status).toBe('closed');
  expect((await shop.get('/v1/periods/2026-02')).body.status).toBe('open');
  // An earlier version finalized the invoice, so its entries are only added now.
  await world().query(`delete from billing.book_entries where invoice_id = '${id}'`);
  await world().query(`
    update billing.one_off_invoices set booked_version = 0, standing = null where id = '${id}'`);
  const checks = await close(shop, '2026-01');
  expect(checks.get('invoices')).toMatchObject({ left: 0, right: 0, balanced: true });
  const february = await close(shop, '2026-02');
  expect(february.get('invoices')).toMatchObject({ left: 11_900, right: 11_900, balanced: true });
  expect(unbalanced(february)).toEqual([]);
  const [entry] = await world().query<Record<string, unknown>>(
    `select occurred_on, occurred_at from billing.book_entries where invoice_id = '${id}'`,
  );
  expect(entry?.occurred_on).toBe('2026-02-01');
});

it('reopens a month with a reason, and all later ones', async () => {
  const { shop } = await openTaxed();
  world().clock.set('2026-03-10T12:00:00Z');
  expect((await shop.post('/v1/periods/2026-02/close', {})).status).toBe(200);
  const path = '/v1/periods/2026-01/reopen';
  expect((await shop.post(path, {})).status).toBe(400);
  const { body } = await shop.post(path, { reason: 'an invoice was missing' });
  expect(body).toMatchObject({
    status: 'open',
    changes: [{ type: 'reopened', month: '2026-01', reason: 'an invoice was missing' }, {}],
  });
  expect((await shop.get('/v1/periods/2026-02')).body.status).toBe('open');
  expect((await shop.get('/v1/periods/2025-12')).body.status).toBe('closed');
  const again = await shop.post(path, { reason: 'again' });
  expect([again.status, again.body.changes.length]).toEqual([200, 2]);
  const missing = ['2026-13', '2026-1', 'january', '1999-01'];
  for (const month of missing)
    expect((await shop.get(`/v1/periods/${month}`)).status, month).toBe(404);
  const stranger = await openShop();
  expect((await stranger.get(`/v1/close/2026-01?account_id=${shop.publicId}`)).status).toBe(404);
});
