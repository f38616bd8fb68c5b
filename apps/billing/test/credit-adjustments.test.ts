import { ledgerAccountNames, parsePublicId } from '@florin/contracts';
import { callService, eventually } from '@florin/testing';
import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { faultsOfBatch } from './datev-validator.ts';
import { exportFiles } from './export-files.ts';
import { eventsOf } from './published-events.ts';
import { spawnBilling } from './spawn-billing.ts';
import { callerOf, type Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling({ processes: 2 });
const { exported, rowsOf } = exportFiles(billing);
const START = '2026-01-01T00:00:00Z';
const SOON = '2026-01-10T00:00:00Z';
const LATE = '2026-01-20T00:00:00Z';
beforeEach(() => world().clock.set(START));

const reason = 'Sorry for the outage';

async function withCustomer() {
  const shop = await openShop({ currency: 'USD' });
  const { body: customer } = await shop.post('/v1/customers', {});
  const path = `/v1/customers/${customer.id}`;
  return {
    ...{ shop, customer, path },
    adjust: (amount: number, fields: object = {}) =>
      shop.post(`${path}/credits`, { amount, reason, ...fields }),
    balance: async () => (await shop.get(path)).body.credit_balance,
    entries: async () => (await shop.get(`${path}/credits?limit=100`)).body.data,
  };
}

async function invoice(shop: Shop, customer_id: string, unit_amount: number) {
  const lines = [{ description: 'Setup', unit_amount }];
  const { body } = await shop.post('/v1/invoices', { customer_id, lines });
  const path = `/v1/invoices/${body.id}`;
  expect((await shop.post(`${path}/finalize`)).status).toBe(200);
  return path;
}

const expiredIn = (entries: readonly { readonly type: string; readonly amount: number }[]) =>
  entries.filter(({ type }) => type === 'expired').map(({ amount }) => amount);

/** Waits until each grant that expired by then has ended. */
const allEnded = (instant: string) =>
  eventually(async () => {
    const open = await world().query(
      'select from billing.credit_expiries where ended_at is null and expires_at <= $1',
      [instant],
    );
    expect(open).toEqual([]);
  });

describe('credit by a seller', () => {
  it('is granted, pays the next invoice, and is taken back', async () => {
    const { shop, customer, adjust, balance, entries } = await withCustomer();
    const granted = await adjust(5_000);
    expect([granted.status, granted.body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(/^crd_/), object: 'credit_entry', livemode: false },
        ...{ type: 'adjusted', account_id: shop.publicId, customer_id: customer.id },
        ...{ amount: 5_000, balance_after: 5_000, currency: 'USD', subscription_id: null },
        ...{ invoice_id: null, credit_note_id: null, cause: 'manual', reason },
        ...{ expires_at: null, grant_id: null, created_at: '2026-01-01T00:00:00.000Z' },
      },
    ]);
    const { body: paid } = await shop.get(await invoice(shop, customer.id, 1_000));
    expect(paid).toMatchObject({ status: 'paid', amount_due: 0 });
    const back = await adjust(-4_000);
    expect([back.status, back.body.amount, back.body.balance_after]).toEqual([201, -4_000, 0]);
    const refused = await adjust(-1);
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      ...[409, 'conflict', 'amount: at most 0 (minor units) of credit can be taken back'],
    ]);
    expect(await balance()).toBe(0);
    const all = await entries();
    expect(all.map(({ type }: { type: string }) => type)).toEqual([
      ...['adjusted', 'applied', 'adjusted'],
    ]);
    expect(all[0]).toEqual(back.body);
    expect(all[2]).toEqual(granted.body);
  });

  it('publishes the customer with its credit', async () => {
    const { customer, adjust, shop } = await withCustomer();
    await adjust(5_000);
    const { body: read } = await shop.get(`/v1/customers/${customer.id}`);
    const last = (await eventsOf(world(), shop.id)).at(-1);
    expect(last).toMatchObject({
      type: 'customer.updated',
      data: { object: read, previous: { credit_balance: 0, credit_currency: null } },
    });
  });

  it('stays within bounds', async () => {
    const { adjust, shop, customer } = await withCustomer();
    const refusals = [
      await adjust(0),
      await adjust(-1, { expires_at: LATE }),
      await adjust(1, { expires_at: START }),
      await adjust(1, { expires_at: '3000-01-01' }),
      await adjust(1, { reason: ' ' }),
      await adjust(1, { reason: 'x'.repeat(256) }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.error])).toEqual(
      refusals.map(() => [400, 'invalid_request']),
    );
    await shop.post(`/v1/customers/${customer.id}/archive`);
    const archived = await adjust(1);
    expect([archived.status, archived.body.error]).toEqual([409, 'conflict']);
  });

  it('is limited to a hundred grants that have yet to expire', async () => {
    const { adjust } = await withCustomer();
    for (let count = 0; count < 100; count += 1)
      expect((await adjust(1, { expires_at: LATE })).status).toBe(201);
    const refused = await adjust(1, { expires_at: LATE });
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect((await adjust(1)).status).toBe(201);
  });

  it('of an account that pays is changed by the platform only', async () => {
    const shop = await openShop();
    const path = `/v1/customers/${shop.publicId}/credits`;
    expect((await shop.post(path, { amount: 1, reason })).status).toBe(403);
    const caller = callerOf(null, 'admin');
    const body = { amount: 10_000, reason, expires_at: SOON };
    const { status } = await billing().call('POST', path, { caller, body });
    expect(status).toBe(201);
    const { body: subscribed } = await shop.subscribe({});
    expect(subscribed.status).toBe('active');
    const before = (await shop.get(path)).body.data;
    expect(before).toMatchObject([{ type: 'applied' }, { type: 'adjusted', amount: 10_000 }]);
    world().clock.set(SOON);
    await eventually(async () => {
      const [last] = (await shop.get(path)).body.data;
      expect(last).toMatchObject({ type: 'expired', balance_after: 0 });
    });
  });
});

describe('expiry', () => {
  it('ends what is left of a grant, once', async () => {
    const { shop, customer, adjust, balance, entries } = await withCustomer();
    await adjust(500, { expires_at: LATE });
    const soon = await adjust(300, { expires_at: SOON });
    await adjust(200);
    await invoice(shop, customer.id, 100);
    await adjust(-50);
    world().clock.set(SOON);
    await eventually(async () => expect(await balance()).toBe(700));
    expect((await entries())[0]).toMatchObject({
      ...{ type: 'expired', amount: -150, balance_after: 700, grant_id: soon.body.id },
      ...{ invoice_id: null, reason: null, cause: 'expiry', expires_at: null },
    });
    await invoice(shop, customer.id, 600);
    world().clock.set(LATE);
    // The grant was used up, so nothing expires.
    await allEnded(LATE);
    expect([await balance(), expiredIn(await entries())]).toEqual([100, [-150]]);
  });

  it('ends credit that an invoice returns to an expired grant', async () => {
    const { shop, customer, adjust, balance, entries } = await withCustomer();
    await adjust(300, { expires_at: SOON });
    await adjust(40);
    const path = await invoice(shop, customer.id, 1_000);
    expect(await balance()).toBe(0);
    world().clock.set(SOON);
    await allEnded(SOON);
    expect((await shop.post(`${path}/void`)).status).toBe(200);
    await eventually(async () => expect(await balance()).toBe(40));
    expect(expiredIn(await entries())).toEqual([-300]);
  });

  it('happens once in several processes, with take-backs and invoices at the same time', async () => {
    const { shop, customer, adjust, balance, entries } = await withCustomer();
    for (let count = 0; count < 10; count += 1) await adjust(100, { expires_at: SOON });
    await adjust(500);
    world().clock.set(SOON);
    const done = await Promise.all([
      ...Array.from({ length: 6 }, () => adjust(-150)),
      ...Array.from({ length: 3 }, () => invoice(shop, customer.id, 90)),
    ]);
    for (const each of done)
      if (typeof each !== 'string') expect([201, 409]).toContain(each.status);
    await allEnded(SOON);
    const all = await entries();
    const sum = all.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
    expect(await balance()).toBe(sum);
    const used = all
      .filter(
        ({ type, amount }: { type: string; amount: number }) => amount < 0 && type !== 'expired',
      )
      .reduce((total: number, { amount }: { amount: number }) => total - amount, 0);
    const ended = -expiredIn(all).reduce((total, amount) => total + amount, 0);
    // Credit that stays is used only after, or without, the credit that expires.
    expect(ended + used + sum).toBe(1_500);
    expect(ended).toBeLessThanOrEqual(1_000);
    expect(sum).toBeLessThanOrEqual(500);
  });
});

describe('the books', () => {
  const datev = { consultant_number: 29_098, client_number: 55_003 };
  const chart = ledgerAccountNames.map((account_name, at) => ({
    ...{ account_name, number: String(1_000 + at) },
  }));

  /** A month with grants, uses, a credit note, a take-back and an expiry. */
  async function withMonth() {
    const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
    await shop.patch('/v1/seller_profile', {
      ...{ legal_name: 'Ada GmbH', tax_ids: [{ value: 'DE136695976' }], charges_tax: true },
      address: { line1: 'Markt 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
    });
    const address = { country: 'DE' };
    const { body: customer } = await shop.post('/v1/customers', { name: 'Jürgen', address });
    const path = `/v1/customers/${customer.id}/credits`;
    const grant = (amount: number, expires_at: string | null) =>
      shop.post(path, { amount, reason, expires_at });
    await grant(10_000, SOON);
    await grant(3_000, null);
    const invoiced = await invoice(shop, customer.id, 4_000);
    await invoice(shop, customer.id, 20_000);
    const { body: first } = await shop.get(invoiced);
    await shop.post('/v1/credit_notes', { invoice_id: first.id, amount: 119 });
    await grant(5_000, SOON);
    await grant(-1_000, null);
    world().clock.set('2026-01-31T12:00:00Z');
    await allEnded(SOON);
    return { shop, path, customer };
  }

  it('agree with the credit in the journal, in DATEV and in the close of the month', async () => {
    const { shop, path, customer } = await withMonth();
    const span = { from: '2026-01-01', to: '2026-01-31' };
    const rows = await rowsOf(shop, { ...span, type: 'journal' });
    const balanceOf = (account: string) =>
      rows
        .filter((row) => row.account === account)
        .reduce((sum, { debit, credit }) => sum + Number(debit) - Number(credit), 0);
    const { body: read } = await shop.get(`/v1/customers/${customer.id}`);
    expect(-balanceOf('customer_credit')).toBe(read.credit_balance);
    const { data } = (await shop.get(path)).body;
    const byHand = data.filter(({ invoice_id }: { invoice_id: unknown }) => invoice_id === null);
    const granted = byHand.reduce((sum: number, each: { amount: number }) => sum + each.amount, 0);
    expect(balanceOf('granted_credit')).toBe(granted);
    const own = rows.filter(({ account }) => account === 'granted_credit');
    expect(own.map(({ event }) => event)).toEqual([
      ...['credit_granted', 'credit_granted', 'credit_granted', 'credit_taken_back'],
      'credit_expired',
    ]);
    const entry = data.find(({ type }: { type: string }) => type === 'expired');
    expect(own.at(-1)).toMatchObject({
      ...{ customer: 'Jürgen', customer_country: 'DE', invoice_id: null, date: '2026-01-31' },
      ...{ document: entry.id, source: entry.id, debit: 0, credit: -entry.amount },
    });

    const { body: close } = await shop.get('/v1/close/2026-01');
    const checks: readonly { name: string; balanced: boolean }[] = close.checks;
    // The fake ledger has no money of these invoices.
    const others = checks.filter(({ name }) => name !== 'ledger');
    expect(others.map(({ balanced }) => balanced)).toEqual(others.map(() => true));

    const number = (accounting: object) => shop.patch('/v1/billing_settings', { accounting });
    const unnumbered = chart.filter(({ account_name }) => account_name !== 'granted_credit');
    await number({ ledger_accounts: unnumbered, datev });
    const refused = await shop.post('/v1/exports', { ...span, type: 'datev' });
    expect(refused.body.message).toContain('accounts without a number: granted_credit');
    await number({ ledger_accounts: chart, datev });
    const { file } = await exported(shop, { ...span, type: 'datev' });
    expect(faultsOfBatch(file?.bytes ?? Buffer.alloc(0))).toEqual([]);
    const text = new TextDecoder('windows-1252').decode(file?.bytes);
    expect(text).toContain('"Jürgen, credit granted"');
    const batch = text.split('\r\n').slice(2, -1);
    const amounts = batch.map((row) => Number((row.split(';')[0] ?? '').replace(',', '')));
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(
      rows.reduce((sum, { debit }) => sum + Number(debit), 0),
    );
  });

  it('explain an invoice that granted credit paid', async () => {
    const { shop, customer } = await withMonth();
    const { body: list } = await shop.get(`/v1/invoices?customer_id=${customer.id}`);
    for (const { id, total, amount_due } of list.data) {
      const { status, body } = await shop.get(`/v1/explain/${id}`);
      expect(status).toBe(200);
      const debt = body.entries
        .flatMap(({ type, postings }: { type: string; postings: readonly object[] }) =>
          type === 'finalized' ? postings : [],
        )
        .find((each: { account_name: string }) => each.account_name === 'receivables');
      expect(debt?.amount ?? 0).toBe(amount_due);
      expect(total).toBeGreaterThanOrEqual(amount_due);
    }
  });
});

describe('requests at the same time', () => {
  it('take back no more than there is', async () => {
    const { adjust, balance, entries } = await withCustomer();
    await adjust(1_000);
    const replies = await Promise.all(Array.from({ length: 5 }, () => adjust(-300)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409]);
    expect([await balance(), (await entries()).length]).toEqual([100, 4]);
  });

  it('grant once with one key, also if the process is killed', async () => {
    const { shop, customer, path, balance, entries } = await withCustomer();
    const doomed = await spawnBilling(world(), 'before');
    await doomed.ready();
    const { waiting, release } = await holdCustomer(customer.id);
    const options = {
      ...{ caller: shop.caller, idempotencyKey: 'grant-1' },
      body: { amount: 700, reason, expires_at: LATE },
    };
    const lost = expect(
      callService('billing', doomed.httpPort, 'POST', `${path}/credits`, options),
    ).rejects.toThrow();
    await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
    await doomed.kill();
    await lost;
    await release();
    const again = () => shop.call('POST', `${path}/credits`, options);
    const first = await eventually(async () => {
      const reply = await again();
      expect(reply.status).toBe(201);
      return reply;
    });
    expect((await again()).body).toEqual(first.body);
    expect([await balance(), (await entries()).length]).toEqual([700, 1]);
  });
});

/** Locks a customer, so that a grant waits inside its transaction. */
async function holdCustomer(customerId: string) {
  const client = new Client({ connectionString: world().url });
  await client.connect();
  await client.query('begin');
  const id = parsePublicId('customer', customerId);
  await client.query('select from billing.customers where id = $1 for update', [id]);
  return {
    /** Number of statements that wait for a lock. */
    waiting: async () => (await world().query('select from pg_locks where not granted')).length,
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
