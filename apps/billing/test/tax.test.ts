import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logoOf } from '@florin/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { taxTable } from '../src/tax/rates/command.ts';
import { callerOf } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-03-01T12:00:00Z'));

const germany = {
  legal_name: 'Blumenhaus Ada GmbH',
  address: { line1: 'Marktplatz 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
  tax_ids: [{ value: 'DE 136.695.976' }],
  charges_tax: true,
  timezone: 'Europe/Berlin',
};
const france = { line1: '1 rue de Rivoli', city: 'Paris', country: 'fr' };

/** A shop in euros with this profile. */
async function openTaxed(profile: object = {}) {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  const { status, body } = await shop.patch('/v1/seller_profile', { ...germany, ...profile });
  expect([status, body.error]).toEqual([200, undefined]);
  return shop;
}

/** The first invoice of a customer with a subscription of 10.00. */
async function firstInvoice(shop: Awaited<ReturnType<typeof openTaxed>>, customer: object = {}) {
  const { body: made } = await shop.post('/v1/customers', customer);
  const { body } = await shop.subscribe({ customer_id: made.id });
  return (await shop.get(`/v1/invoices/${body.latest_invoice_id}`)).body;
}

describe('the tax of a subscription', () => {
  it('is added to the price, and charged to the customer', async () => {
    const shop = await openTaxed();
    const invoice = await firstInvoice(shop, { name: 'Bob' });
    expect(invoice).toMatchObject({
      subtotal: 1_000,
      tax: 190,
      total: 1_190,
      amount_due: 1_190,
      taxes: [
        { name: 'USt.', percentage: '19', category: 'S', taxable_amount: 1_000, amount: 190 },
      ],
      seller: { name: 'Blumenhaus Ada GmbH', tax_ids: [{ type: 'vat', value: 'DE136695976' }] },
      buyer: { name: 'Bob' },
    });
    expect(invoice.lines).toMatchObject([
      { type: 'period', amount: 1_000, net_amount: 1_000, tax_amount: 190 },
      { type: 'tax', description: 'USt.', amount: 190 },
    ]);
    expect(await world().peers.paymentRequestsOf(shop.id)).toMatchObject([
      { amount: 1_190, consent: { amount: '1190' } },
    ]);
  });

  it('is included in the price if the plan says so', async () => {
    const shop = await openTaxed();
    const { status } = await shop.post('/v1/plans', {
      id: 'gross',
      name: 'Gross',
      amount: 1_190,
      interval: 'month',
      tax_behavior: 'inclusive',
    });
    expect(status).toBe(201);
    const { body } = await shop.subscribe({ customer_id: 'c2', plan: 'gross' });
    const invoice = (await shop.get(`/v1/invoices/${body.latest_invoice_id}`)).body;
    expect(invoice).toMatchObject({ subtotal: 1_000, tax: 190, total: 1_190, amount_due: 1_190 });
    expect(invoice.lines).toHaveLength(1);
  });

  it('is owed by a business elsewhere in the EU, and not charged outside', async () => {
    const shop = await openTaxed();
    const business = {
      company: 'Fleurs SARL',
      address: france,
      tax_ids: [{ value: 'FR40303265045' }],
    };
    expect(await firstInvoice(shop, business)).toMatchObject({
      total: 1_000,
      taxes: [{ category: 'AE', percentage: '0', amount: 0 }],
      buyer: { company: 'Fleurs SARL', address: { country: 'FR' } },
    });
    expect(await firstInvoice(shop, { address: { country: 'US', region: 'ca' } })).toMatchObject({
      taxes: [{ category: 'O' }],
      buyer: { address: { country: 'US', region: 'CA' } },
    });
    expect(await firstInvoice(shop, { tax_exempt: 'exempt' })).toMatchObject({
      taxes: [{ category: 'E' }],
    });
  });

  const charged = async (customer: object, profile: object = {}) => {
    const invoice = await firstInvoice(await openTaxed(profile), customer);
    return invoice.taxes.map(({ category, percentage }: Record<string, string>) => [
      category,
      percentage,
    ]);
  };
  const at = (country: string, postal_code: string) => ({ address: { country, postal_code } });

  it.each([
    ['ES', '35001', 'O', '0'],
    ['PT', '9000-001', 'S', '22'],
    ['DE', '78266', 'O', '0'],
    ['IT', '23041', 'O', '0'],
    ['AT', '1010', 'S', '20'],
  ])('T5: knows the territory of %s %s by its postal code', async (country, code, ...tax) => {
    expect(await charged(at(country, code), { uses_oss: true })).toEqual([tax]);
  });

  it('T4: counts Liechtenstein to Switzerland', async () => {
    const swiss = { address: { country: 'CH' }, tax_ids: [] };
    expect(await charged(at('LI', '9490'), swiss)).toEqual([['S', '8.1']]);
    expect(await charged(at('CH', '8001'), { ...swiss, address: { country: 'LI' } })).toEqual([
      ['S', '8.1'],
    ]);
  });

  it.each([
    [{ company: 'Fleurs SARL', address: { country: 'FR' } }],
    [{ company: 'Blumen GmbH', address: { country: 'DE' } }],
    [{ name: 'Grace' }],
  ])('T6: is charged without the VAT ID that reverse charge requires: %j', async (customer) => {
    expect(await charged({ ...customer, tax_exempt: 'reverse_charge' })).toEqual([['S', '19']]);
  });

  it('T7: refuses VAT IDs with wrong check digits', async () => {
    const shop = await openTaxed();
    for (const value of ['DE123456780', 'FR00000000000']) {
      const tax_ids = [{ value }];
      const customer = await shop.post('/v1/customers', { tax_ids });
      const profile = await shop.patch('/v1/seller_profile', { tax_ids });
      expect([customer.status, profile.status]).toEqual([400, 400]);
      expect(customer.body.message).toContain('check its digits');
    }
  });

  it.each([
    ['UK', 'did you mean GB?'],
    ['EL', 'did you mean GR?'],
    ['EU', 'use the member state'],
    ['ZZ', 'ISO 3166-1'],
  ])('T9: does not accept %s as a country', async (country, hint) => {
    const shop = await openTaxed();
    const { status, body } = await shop.post('/v1/customers', { address: { country } });
    expect([status, body.message]).toEqual([400, expect.stringContaining(hint)]);
  });

  it('follows the shop’s own rates, and ignores a rate that has ended', async () => {
    const shop = await openTaxed({ uses_oss: true });
    const own = { name: 'TVA', percentage: '2.1', country: 'FR', valid_from: '2026-01-01' };
    const { body: rate } = await shop.post('/v1/tax_rates', own);
    expect(await firstInvoice(shop, { address: france })).toMatchObject({ tax: 21 });
    const { body } = await shop.patch(`/v1/tax_rates/${rate.id}`, { valid_until: '2026-02-28' });
    expect(body).toMatchObject({ ...own, valid_until: '2026-02-28' });
    expect(await firstInvoice(shop, { address: france })).toMatchObject({ tax: 200 });
    expect((await shop.get('/v1/tax_rates')).body.data).toEqual([body]);
  });

  it('has one rate for a place, class and day of a VAT country, and adds up elsewhere', async () => {
    const shop = await openTaxed();
    const rate = { name: 'TVA', percentage: '20', country: 'FR', valid_from: '2026-01-01' };
    const add = (change: object = {}) => shop.post('/v1/tax_rates', { ...rate, ...change });
    const both = await Promise.all([add(), add({ name: 'TVA 2' })]);
    const [made] = both.filter(({ status }) => status === 201).map(({ body }) => body);
    const [refused] = both.filter(({ status }) => status === 409).map(({ body }) => body);
    expect(refused).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining(`${made.id} (${made.name} 20 %)`),
    });
    const statuses = [];
    for (const change of [
      { valid_until: '2025-12-31', valid_from: null },
      { tax_class: 'books' },
      { region: '20R' },
      { country: 'CA' },
      { country: 'CA', name: 'PST' },
    ])
      statuses.push((await add(change)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201]);
    const path = `/v1/tax_rates/${made.id}`;
    expect((await shop.patch(path, { valid_until: '2026-12-31' })).status).toBe(200);
    expect((await add({ valid_from: '2027-01-01' })).status).toBe(201);
    expect((await shop.patch(path, { valid_until: null })).status).toBe(409);
    expect((await shop.patch(path, { valid_until: '2026-11-30' })).status).toBe(200);
  });

  it('renames a rate: issued invoices keep the name, new ones use the new one', async () => {
    const shop = await openTaxed({ uses_oss: true });
    const own = { name: 'TVAA', percentage: '2.1', country: 'FR', valid_until: '2027-12-31' };
    const { body: rate } = await shop.post('/v1/tax_rates', own);
    const before = await firstInvoice(shop, { address: france });
    const path = `/v1/tax_rates/${rate.id}`;
    expect((await shop.patch(path, { name: 'TVA' })).body).toEqual({ ...rate, name: 'TVA' });
    expect((await shop.patch(path, {})).body).toEqual({ ...rate, name: 'TVA' });
    for (const refused of [{ name: '' }, { name: null }, { percentage: '20' }, { country: 'DE' }])
      expect((await shop.patch(path, refused)).status).toBe(400);
    const after = await firstInvoice(shop, { address: france });
    const namesOf = async ({ id }: { readonly id: string }) =>
      (await shop.get(`/v1/invoices/${id}`)).body.taxes.map(({ name }: { name: string }) => name);
    expect([await namesOf(before), await namesOf(after)]).toEqual([['TVAA'], ['TVA']]);
  });

  it('stays unchanged on an issued invoice when the profile changes', async () => {
    const shop = await openTaxed();
    const { id } = await firstInvoice(shop);
    await shop.patch('/v1/seller_profile', { legal_name: 'Another name', charges_tax: false });
    expect((await shop.get(`/v1/invoices/${id}`)).body).toMatchObject({
      tax: 190,
      seller: { name: 'Blumenhaus Ada GmbH' },
    });
  });

  it('is the same in the preview and in the change, and is explained', async () => {
    const shop = await openTaxed();
    const { body: subscription } = await shop.subscribe({ customer_id: 'c3' });
    await shop.post(`/v1/invoices/${subscription.latest_invoice_id}/mark_paid`);
    world().clock.set('2026-03-03T12:00:00Z');
    const change = { plan: 'pro' };
    const { body: preview } = await shop.post('/v1/subscriptions/preview', {
      subscription_id: subscription.id,
      ...change,
    });
    const { body: changed } = await shop.post(
      `/v1/subscriptions/${subscription.id}/update`,
      change,
    );
    const { body: invoice } = await shop.get(`/v1/invoices/${changed.latest_invoice_id}`);
    expect(invoice.tax).toBeGreaterThan(0);
    expect(invoice.total).toBe(invoice.subtotal + invoice.tax);
    expect([preview.amount_due, preview.tax]).toEqual([invoice.amount_due, invoice.tax]);
    const { body: explained } = await shop.get(`/v1/explain/${invoice.change_id}`);
    expect(explained).toMatchObject({
      amount: invoice.amount_due,
      recomputed_amount: invoice.amount_due,
    });
    expect(explained.lines).toMatchObject([
      {},
      {},
      { type: 'tax', rounding: 'half_up', recomputed_amount: invoice.tax },
    ]);
  });
});

describe('an account that buys from the platform', () => {
  it.each([
    [
      { address: france, tax_ids: [{ value: 'FR83404833048' }] },
      { tax: 0, category: 'AE' },
    ],
    [{ address: { country: 'DE' } }, { tax: 190, category: 'S' }],
  ])('is taxed where its own profile says: %j', async (profile, expected) => {
    const { id } = world().peers.platform;
    const platform = { caller: callerOf(id, 'admin'), body: germany };
    const { status } = await billing().call('PATCH', '/v1/seller_profile', platform);
    expect(status).toBe(200);
    const shop = await openShop({ currency: 'EUR', available: 10_000 });
    await shop.patch('/v1/seller_profile', { legal_name: 'Fleurs & Fils', ...profile });
    const { body } = await shop.subscribe();
    const { body: invoice } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
    const { category, ...totals } = expected;
    expect(invoice).toMatchObject({ subtotal: 1_000, ...totals, taxes: [{ category }] });
    expect(invoice.buyer).toMatchObject({ company: 'Fleurs & Fils' });
  });
});

describe('the operator’s table', () => {
  it('replaces Florin’s rates until it is removed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'florin-tax-'));
    const path = join(folder, 'rates.json');
    const rates = [{ country: 'DE', class: 'standard', name: 'MwSt.', percentage: '18' }];
    await writeFile(path, JSON.stringify({ source: 'Test', rates }));
    const config = { database: { url: world().url, poolSizeMax: 1 } };
    const shop = await openTaxed();
    expect((await taxTable(config, [path])).text).toBe('1 rates of 1 countries are now in use');
    expect(await firstInvoice(shop)).toMatchObject({ tax: 180, taxes: [{ name: 'MwSt.' }] });
    await expect(taxTable(config, [])).rejects.toThrow('usage: tax-table <file.json>');
    await writeFile(path, JSON.stringify({ source: 'Test', rates: [{ country: 'Germany' }] }));
    await expect(taxTable(config, [path])).rejects.toThrow('country');
    expect(await firstInvoice(shop)).toMatchObject({ tax: 180 });
    await taxTable(config, ['built-in']);
    expect(await firstInvoice(shop)).toMatchObject({ tax: 190 });
    await rm(folder, { recursive: true });
  });
});

describe('numbers', () => {
  it('follow the format, in the seller’s calendar, without gaps', async () => {
    const shop = await openTaxed({ invoice_number_format: 'INV-{year}-{number:3}' });
    const first = await firstInvoice(shop);
    const second = await firstInvoice(shop);
    // New year in Berlin is an hour before new year in UTC.
    world().clock.set('2026-12-31T23:30:00Z');
    const third = await firstInvoice(shop);
    expect([first, second, third].map(({ document_number: text }) => text)).toEqual([
      'INV-2026-001',
      'INV-2026-002',
      'INV-2027-001',
    ]);
    expect([first, second, third].map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});

describe('a profile', () => {
  it('is empty at first, shows its changes, and keeps its logo', async () => {
    const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
    expect((await shop.get('/v1/seller_profile')).body).toMatchObject({
      legal_name: null,
      charges_tax: false,
      timezone: 'Europe/Berlin',
      credit_note_number_format: 'CN-{number}',
    });
    const { body: changed } = await shop.patch('/v1/seller_profile', {
      ...germany,
      logo: logoOf(1),
    });
    expect(changed.logo).toMatch(/^data:image\/png;base64,/);
    await shop.patch('/v1/seller_profile', { color: '#0a5c36' });
    expect((await shop.get('/v1/seller_profile')).body).toMatchObject({
      legal_name: germany.legal_name,
      logo: changed.logo,
      color: '#0a5c36',
    });
    const { body } = await shop.patch('/v1/seller_profile', { logo: null });
    expect(body.logo).toBeNull();
  });

  it.each([
    [{ charges_tax: true, address: null }, /^address: is required/],
    [{ address: { country: 'Germany' } }, /country: must be a two-letter ISO 3166-1/],
    [{ tax_ids: [{ value: 'DE1' }] }, /VAT ID/],
    [{ logo: 'data:image/png;base64,AAAA' }, /must match its media type/],
    [{ logo: 'https://example.com/logo.png' }, /data URL/],
    [{ color: 'red' }, /color/],
    [{ invoice_number_format: 'INV' }, /number/],
    [{ footer: 'a\u202eb' }, /must be plain text/],
  ])('refuses %j', async (change, message) => {
    const shop = await openTaxed();
    const { status, body } = await shop.patch('/v1/seller_profile', change);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toMatch(message);
  });
});

describe('a line with its own period', () => {
  it('T3: is taxed at the rate of that period', async () => {
    const shop = await openTaxed({ address: { country: 'FI' }, timezone: 'Europe/Helsinki' });
    const { body: customer } = await shop.post('/v1/customers', { address: { country: 'FI' } });
    const line = { description: 'Support', unit_amount: 10_000 };
    const { body: draft } = await shop.post('/v1/invoices', {
      customer_id: customer.id,
      lines: [
        { ...line, period_start: '2024-07-01', period_end: '2024-08-01' },
        { ...line, period_start: '2024-10-01', period_end: '2024-11-01' },
      ],
    });
    const { body } = await shop.post(`/v1/invoices/${draft.id}/finalize`);
    const taxes = body.taxes.map((tax: Record<string, unknown>) => [tax.percentage, tax.amount]);
    expect(taxes).toEqual([
      ['24', 2_400],
      ['25.5', 2_550],
    ]);
  });
});

it.each(['0000-01-01', '1899-12-31', '2026-02-30'])(
  'refuses a rate that starts on %s',
  async (day) => {
    const shop = await openShop({ currency: 'EUR' });
    const rate = { name: 'TVA', percentage: '1', country: 'FR', valid_from: day };
    expect((await shop.post('/v1/tax_rates', rate)).status).toBe(400);
  },
);

describe('T10: a country without a rate', () => {
  it('is refused in the profile until the seller has a rate', async () => {
    const shop = await openShop({ currency: 'EUR' });
    const taxing = { legal_name: 'Ada KK', address: { country: 'JP' }, charges_tax: true };
    const refused = await shop.patch('/v1/seller_profile', taxing);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('no tax rate for JP'),
    ]);
    const rate = { name: 'Consumption tax', percentage: '10', country: 'JP' };
    expect((await shop.post('/v1/tax_rates', rate)).status).toBe(201);
    expect((await shop.patch('/v1/seller_profile', taxing)).status).toBe(200);
  });

  it('cannot be invoiced once its last rate has ended', async () => {
    const shop = await openShop({ currency: 'EUR' });
    const rate = { name: 'Consumption tax', percentage: '10', country: 'JP' };
    const { body: made } = await shop.post('/v1/tax_rates', rate);
    const taxing = { legal_name: 'Ada KK', address: { country: 'JP' }, charges_tax: true };
    await shop.patch('/v1/seller_profile', taxing);
    const lines = [{ description: 'Roses', unit_amount: 1_000 }];
    const { body: customer } = await shop.post('/v1/customers', {});
    const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
    await shop.patch(`/v1/tax_rates/${made.id}`, { valid_until: '2026-01-31' });
    const { status, body } = await shop.post(`/v1/invoices/${draft.id}/finalize`);
    expect([status, body.message]).toEqual([409, expect.stringContaining('no tax rate for JP')]);
  });
});
