import { openDatabase } from '@florin/database';
import { eventually } from '@florin/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { plainCsv } from '../src/documents/exports/csv.ts';
import { insertExport, takeExport } from '../src/documents/exports/queries.ts';
import type { BillingTables } from '../src/schema.ts';
import { exportFiles } from './export-files.ts';
import { HISTORY_ROWS } from './peer-history.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
const SPAN = { from: '2026-01-01', to: '2026-12-31' };

const { fetchFile, exported } = exportFiles(billing);

describe('an export', () => {
  it('has all rows once and in order, in several pieces, without formulas', async () => {
    const shop = await openShop();
    const { made, file, lines } = await exported(shop, { type: 'transactions' });
    expect(made).toMatchObject({ object: 'export', rows: HISTORY_ROWS, failure: null });
    expect(file?.headers.get('content-type')).toContain('text/csv');
    expect(file?.headers.get('content-disposition')).toBe(
      'attachment; filename="transactions-2026-01-01-2026-12-31.csv"',
    );
    expect(lines[0]).toBe(
      'id,type,status,amount,currency,reference,created_at,updated_at,amount_decimal',
    );
    expect(lines).toHaveLength(HISTORY_ROWS + 1);
    expect(lines.slice(1).map((line) => line.split(',')[5])).toEqual(
      Array.from({ length: HISTORY_ROWS }, (_, index) => `'=ref ${index}`),
    );
  });

  it('has one JSON object per line for payments', async () => {
    const { lines } = await exported(await openShop(), { type: 'payments', format: 'jsonl' });
    expect(lines).toHaveLength(HISTORY_ROWS);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      amount: 100,
      customer_email: 'a@b.example',
    });
  });

  it('adds up for a balance, also when printed', async () => {
    const shop = await openShop();
    const day = { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:29:59Z' };
    const { lines } = await exported(shop, { type: 'balance_statement', ...day });
    expect(lines).toHaveLength(31);
    expect(lines.at(-1)).toMatch(/,100,3000,USD,1.00,30.00$/);
    const { made, file } = await exported(shop, {
      ...{ type: 'balance_statement', format: 'pdf', ...day },
    });
    expect([made.rows, file?.text.slice(0, 8)]).toEqual([30, '%PDF-1.7']);
  });

  it('waits for one piece of each export of another account, not for whole exports', async () => {
    const [many, few] = [await openShop(), await openShop()];
    const long = { ...SPAN, type: 'transactions' };
    const created = await Promise.all(
      Array.from({ length: 5 }, () => many.post('/v1/exports', long)),
    );
    const { made: short } = await exported(few, { type: 'invoices' });
    const ends = await eventually(async () => {
      const all = await Promise.all(created.map(({ body }) => many.get(`/v1/exports/${body.id}`)));
      expect(all.map(({ body }) => body.status)).toEqual(Array(5).fill('succeeded'));
      return all.map(({ body }) => body.finished_at as string);
    });
    expect(ends.filter((end) => end < short.finished_at)).toEqual([]);
  });

  it('queues behind exports that wait for their next piece', async () => {
    const config = { url: world().url, poolSizeMax: 1 };
    const { db, close } = openDatabase<BillingTables>(config, () => {});
    const { id: accountId } = await openShop();
    const csv = { type: 'invoices', format: 'csv', style: plainCsv } as const;
    const order = { accountId, timezone: 'UTC', ...csv };
    const undone = new Error('undone');
    const taking = db.transaction().execute(async (tx) => {
      const { id: older } = await insertExport(tx, { ...order, from: 0, until: 1 });
      await sql`update exports set status = 'running', leased_until = date_trunc('milliseconds', clock_timestamp())
                 where id = ${older}`.execute(tx);
      const { id: newer } = await insertExport(tx, { ...order, from: 0, until: 1 });
      const taken = [await takeExport(tx), await takeExport(tx)];
      expect(taken.map((each) => each?.id)).toEqual([older, newer]);
      throw undone;
    });
    await expect(taking).rejects.toBe(undone);
    await close();
  });

  it('resumes after a process was killed, without duplicates', async () => {
    const shop = await openShop();
    const { lines: undisturbed } = await exported(shop, { type: 'transactions' });
    const { body } = await shop.post('/v1/exports', { ...SPAN, type: 'transactions' });
    // Written pieces stay; later writes of the killed process have no effect.
    await eventually(async () => {
      const takenAway = await world().query(`
        update billing.exports set attempts = attempts + 1, leased_until = '-infinity'
         where status = 'running' and pieces > 0 returning pieces`);
      expect(takenAway).toHaveLength(1);
    });
    const made = await eventually(async () => {
      const { body: now } = await shop.get(`/v1/exports/${body.id}`);
      expect(now.status).toBe('succeeded');
      return now;
    });
    const { text } = await fetchFile(made.download_url);
    expect(text.trimEnd().split('\r\n')).toEqual(undisturbed);
  });

  it('is downloaded by its signed link, until it expires', async () => {
    const shop = await openShop();
    const { made } = await exported(shop, { type: 'invoices' });
    const { made: other } = await exported(shop, { type: 'journal' });
    const [path = '', query = ''] = made.download_url.split('?');
    const past = new URLSearchParams(query);
    past.set('expires', String(Number(past.get('expires')) + 1));
    for (const wrong of [
      path,
      `${path}?${past}`,
      `${path}?${query.replace(/expires=\d+/, 'expires=1')}`,
      `${path}?${other.download_url.split('?')[1]}`,
      `${path}?${query.slice(0, -1)}`,
    ])
      expect((await fetchFile(wrong)).status).toBe(404);
    expect((await fetchFile(made.download_url)).status).toBe(200);
  });

  it('is refused if it is not possible, and hidden from other accounts', async () => {
    const shop = await openShop();
    const ask = (fields: object, options = {}) =>
      shop.post('/v1/exports', { ...SPAN, type: 'invoices', ...fields }, options);
    for (const wrong of [
      { to: '2025-12-31' },
      { to: '2037-01-01' },
      { format: 'pdf' },
      { type: 'everything' },
      { from: 'yesterday' },
    ])
      expect((await ask(wrong)).status).toBe(400);
    const key = { ...shop.caller, scopes: ['subscriptions:read'] as const, role: null };
    const refused = await ask({ type: 'payments' }, { caller: key });
    expect(refused.body).toMatchObject({ error: 'forbidden' });
    expect(refused.body.message).toContain('payments:read');
    const { made } = await exported(shop, { type: 'payments' });
    const seen = await billing().call('GET', `/v1/exports/${made.id}`, { caller: key });
    expect(seen.body).toMatchObject({ status: 'succeeded', download_url: null });
    const stranger = await openShop();
    expect((await stranger.get(`/v1/exports/${made.id}`)).status).toBe(404);
    expect((await stranger.get('/v1/exports')).body.data).toEqual([]);
    expect((await shop.get('/v1/exports?type=payments&status=succeeded')).body.data).toHaveLength(
      1,
    );
  });
});

describe('reports', () => {
  async function sold() {
    const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
    await shop.patch('/v1/seller_profile', {
      legal_name: 'Ada GmbH',
      address: { line1: 'Markt 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
      tax_ids: [{ value: 'DE136695976' }],
      charges_tax: true,
      timezone: 'Europe/Berlin',
    });
    const { body: customer } = await shop.post('/v1/customers', {
      name: 'Ben',
      address: { line1: 'Weg 1', postal_code: '20095', city: 'Hamburg', country: 'DE' },
    });
    const invoice = async (amount: number) => {
      const lines = [{ description: 'Roses', quantity: 1, unit_amount: amount }];
      const { body } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
      expect((await shop.post(`/v1/invoices/${body.id}/finalize`)).status).toBe(200);
      return body.id as string;
    };
    world().clock.set('2026-03-31T22:30:00Z');
    const [first, second] = [await invoice(10_000), await invoice(5_000)];
    await shop.post(`/v1/invoices/${first}/mark_paid`);
    await shop.post(`/v1/invoices/${second}/void`);
    const { status, body } = await shop.post('/v1/credit_notes', {
      ...{ invoice_id: first, amount: 1_190, credit_to: 'outside', reason: 'other' },
    });
    expect([status, body.message]).toEqual([201, undefined]);
    return shop;
  }
  const rowsOf = (lines: readonly string[]) =>
    lines.map((line) => JSON.parse(line) as Record<string, string | number>);

  it('show the tax owed, in the seller’s calendar', async () => {
    const { lines } = await exported(await sold(), { type: 'tax_report', format: 'jsonl' });
    const [april, ...others] = rowsOf(lines);
    // Half past midnight in Berlin is already April.
    expect(april).toMatchObject({ period: '2026-04', country: 'DE', rate: '19', category: 'S' });
    expect(april).toMatchObject({ taxable: 9_000, tax: 1_710, invoices: 1, credit_notes: 1 });
    expect(others).toEqual([]);
    // A month given by its days also uses the seller's calendar.
    const march = { type: 'tax_report', format: 'jsonl', from: '2026-03-01', to: '2026-03-31' };
    expect((await exported(await sold(), march)).made.rows).toBe(0);
    const whole = { ...march, type: 'revenue', from: '2026-04-01', to: '2026-04-30' };
    expect((await exported(await sold(), whole)).made.rows).toBe(1);
  });

  it('contain a journal in which debits equal credits for each document', async () => {
    const { lines } = await exported(await sold(), { type: 'journal', format: 'jsonl' });
    const sums = new Map<string, number>();
    for (const { document, event, debit, credit } of rowsOf(lines)) {
      const entry = `${document} ${event}`;
      sums.set(entry, (sums.get(entry) ?? 0) + Number(debit) - Number(credit));
    }
    expect(new Set(sums.values())).toEqual(new Set([0]));
    expect([...sums.keys()]).toHaveLength(5);
    const total = (account: string) =>
      rowsOf(lines)
        .filter((row) => row.account === account)
        .reduce((sum, { debit, credit }) => sum + Number(debit) - Number(credit), 0);
    expect(['receivables', 'revenue', 'tax_payable', 'bank'].map(total)).toEqual([
      ...[0, -9_000, -1_710, 10_710],
    ]);
  });

  it('show earned revenue and the value of subscriptions', async () => {
    world().clock.set('2026-01-01T00:00:00Z');
    const shop = await openShop();
    const { body: customer } = await shop.post('/v1/customers', {});
    await world().peers.saveCard(customer.id, { declines: false });
    await shop.subscribe({ customer_id: customer.id, plan: 'basic_yearly' });
    const { lines } = await exported(shop, { type: 'revenue', format: 'jsonl' });
    const months = rowsOf(lines);
    expect(months).toHaveLength(12);
    expect(months[0]).toMatchObject({ invoiced: 10_000, recognized: 849, mrr: 833, new_mrr: 833 });
    expect(months[11]).toMatchObject({ deferred: 0, churned_customers: 0 });
    const earned = months.reduce((sum, { recognized }) => sum + Number(recognized), 0);
    expect(earned).toBe(10_000);
  });
});
