import { ledgerAccountNames } from '@florin/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { faultsOfBatch } from './datev-validator.ts';
import { exportFiles } from './export-files.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
const { exported, rowsOf } = exportFiles(billing);
beforeEach(() => world().clock.set('2026-03-01T12:00:00Z'));

const datev = { consultant_number: 29_098, client_number: 55_003 };
const accounts = ledgerAccountNames.map((account_name, at) => ({
  ...{ account_name, number: String(1_000 + at) },
}));

/**
 * A German shop with an invoice to an Austrian business and one to a consumer, paid and partly
 * credited.
 */
async function sold() {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  await shop.patch('/v1/seller_profile', {
    legal_name: 'Ada GmbH',
    address: { line1: 'Markt 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
    tax_ids: [{ value: 'DE136695976' }],
    charges_tax: true,
    invoice_number_format: 'INV-{number}',
  });
  const invoice = async (customer: object, lines: readonly object[]) => {
    const { body } = await shop.post('/v1/customers', customer);
    const draft = await shop.post('/v1/invoices', { customer_id: body.id, lines });
    const { status } = await shop.post(`/v1/invoices/${draft.body.id}/finalize`);
    expect(status).toBe(200);
    return draft.body.id as string;
  };
  const address = { line1: 'Ring 1', postal_code: '1010', city: 'Wien', country: 'AT' };
  await invoice({ company: 'Grün & Co', address, tax_ids: [{ value: 'ATU12345675' }] }, [
    { description: 'Consulting', unit_amount: 50_000 },
  ]);
  const home = { ...address, city: 'Berlin', country: 'DE' };
  const id = await invoice({ name: 'Jürgen', address: home }, [
    { description: 'Roses', unit_amount: 10_000 },
    { description: 'Book', unit_amount: 5_000, tax_class: 'reduced' },
  ]);
  const paid = await shop.post(`/v1/invoices/${id}/mark_paid`, { reference: 'transfer 7' });
  expect(paid.status).toBe(200);
  const note = { invoice_id: id, amount: 1_190, credit_to: 'outside', reason: 'other' };
  expect((await shop.post('/v1/credit_notes', note)).status).toBe(201);
  return shop;
}

const number = (shop: Shop, settings: object) =>
  shop.patch('/v1/billing_settings', { accounting: settings });

describe('amounts', () => {
  it('are in minor and major units, also for Excel', async () => {
    const shop = await sold();
    const { lines, file } = await exported(shop, {
      ...{ type: 'invoices', bom: true, delimiter: ';', decimal_mark: ',' },
    });
    expect([...(file?.bytes.subarray(0, 3) ?? [])]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, first, second] = lines.map((line) => line.replace('\uFEFF', '').split(';'));
    const cellOf = (row: readonly string[] | undefined, name: string) =>
      row?.[head?.indexOf(name) ?? -1];
    expect(cellOf(first, 'total')).toBe('50000');
    expect(cellOf(first, 'total_decimal')).toBe('500,00');
    expect(cellOf(second, 'total_decimal')).toBe('172,50');
    const plain = await exported(shop, { type: 'invoices' });
    expect(plain.lines[0]).toMatch(/^id,number,.*,total_decimal,/);
    expect(plain.lines[1]).toContain(',500.00,');
  });

  it('include the buyer, the taxes and the payment method', async () => {
    const shop = await sold();
    const [business, person] = await rowsOf(shop, { type: 'invoices' });
    expect(business).toMatchObject({
      ...{ customer: 'Grün & Co', customer_country: 'AT', customer_vat_ids: 'ATU12345675' },
      ...{ taxes: 'AT 0% AE: 0.00 of 500.00', paid_from: null, amount_paid: 0 },
    });
    expect(person).toMatchObject({
      ...{ customer: 'Jürgen', customer_country: 'DE', customer_vat_ids: null },
      taxes: 'DE 19% S: 19.00 of 100.00 | DE 7% S: 3.50 of 50.00',
      ...{ paid_from: 'outside', payment_reference: 'transfer 7', amount_paid: 17_250 },
      ...{ amount_credited: 1_190, amount_credited_decimal: '11.90', amount_refunded: 0 },
    });
    const [note, ...others] = await rowsOf(shop, { type: 'credit_notes' });
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      ...{ number: 'CN-1', invoice_number: 'INV-2', customer: 'Jürgen', credit_to: 'outside' },
      ...{ total: 1_190, total_decimal: '11.90', currency: 'EUR' },
    });
  });
});

describe('account numbers', () => {
  it('come from the entry with the most matching conditions', async () => {
    const shop = await sold();
    const { status, body } = await number(shop, {
      ledger_accounts: [
        ...accounts,
        { account_name: 'revenue', country: 'DE', tax_rate: '7.0', number: '8300' },
        { account_name: 'revenue', tax_category: 'AE', number: '8337', posting_key: '40' },
      ],
    });
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body.accounting.ledger_accounts).toContainEqual({
      ...{ account_name: 'revenue', country: null, tax_rate: null, tax_category: 'AE' },
      ...{ number: '8337', posting_key: '0040' },
    });
    expect(body.accounting.datev).toBeNull();
    const rows = await rowsOf(shop, { type: 'journal' });
    const issued = rows.filter(({ event, account }) => event === 'issued' && account === 'revenue');
    expect(
      issued.map((row) => [row.customer, row.tax_rate, row.account_number, row.credit]),
    ).toEqual([
      ['Grün & Co', '0', '8337', 50_000],
      ['Jürgen', '19', '1001', 10_000],
      ['Jürgen', '7', '8300', 5_000],
    ]);
    const banks = rows.filter(({ account }) => account === 'bank');
    expect(new Set(banks.map(({ account_number }) => account_number))).toEqual(new Set(['1006']));
  });

  it.each([
    [{ ledger_accounts: [{ account_name: 'sales', number: '1' }] }, 'account_name'],
    [{ ledger_accounts: [{ account_name: 'revenue', number: '' }] }, 'number'],
    [{ ledger_accounts: [{ account_name: 'revenue', number: '1', tax_rate: 'x' }] }, 'tax_rate'],
    [{ datev: { ...datev, consultant_number: 1_000 } }, 'consultant_number'],
    [{ datev: { ...datev, fiscal_year_start: '02-29' } }, 'fiscal_year_start'],
    [{ datev: { ...datev, account_length: 9 } }, 'account_length'],
  ])('are refused: %j', async (settings, member) => {
    const { status, body } = await number(await openShop(), settings);
    expect([status, body.message]).toEqual([400, expect.stringContaining(member)]);
  });
});

describe('a batch for DATEV', () => {
  const SPAN = { type: 'datev', from: '2026-03-01', to: '2026-03-31' };

  it('is valid, and has the sums of the journal', async () => {
    const shop = await sold();
    expect((await number(shop, { ledger_accounts: accounts, datev })).status).toBe(200);
    const { file, made } = await exported(shop, SPAN);
    const bytes = file?.bytes ?? Buffer.alloc(0);
    expect(faultsOfBatch(bytes)).toEqual([]);
    expect(file?.headers.get('content-disposition')).toContain('filename="EXTF_Buchungsstapel-');
    expect(file?.headers.get('content-type')).toContain('windows-1252');
    const text = new TextDecoder('windows-1252').decode(bytes);
    expect(text).toContain('"Jürgen, issued"');
    expect(text).toContain('"ATU12345675"');
    expect(text).toContain(';29098;55003;20260101;4;20260301;20260331;');
    const rows = text.split('\r\n').slice(2, -1);
    expect(rows).toHaveLength(made.rows);
    const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);
    const journal = await rowsOf(shop, { ...SPAN, type: 'journal' });
    expect(sumOf(rows.map((row) => BigInt((row.split(';')[0] ?? '').replace(',', ''))))).toBe(
      sumOf(journal.map(({ debit }) => BigInt(debit ?? 0))),
    );
  });

  it('is refused if a setting is missing, with its name', async () => {
    const shop = await sold();
    const refused = async (fields: object, message: string) => {
      const { status, body } = await shop.post('/v1/exports', { ...SPAN, ...fields });
      expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    };
    await refused({}, 'consultant and client');
    const some = accounts.filter((each) => each.account_name !== 'tax_payable');
    await number(shop, { ledger_accounts: some, datev });
    await refused({}, 'accounts without a number: tax_payable (DE 19 %), tax_payable (DE 7 %)');
    await number(shop, { ledger_accounts: accounts });
    await refused({ to: '2027-01-01' }, 'end before 2027-01-01');
    await refused({ format: 'jsonl' }, 'csv');
    await refused({ bom: true }, 'omit them');
  });
});
