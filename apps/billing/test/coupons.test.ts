import { newId, toPublicId } from '@florin/contracts';
import { eventually, fetchService } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling({ now: '2026-01-01T00:00:00Z', processes: 2 });

async function seller() {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  const made = async (path: string, body: object) => {
    const reply = await shop.post(path, body);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return reply.body;
  };
  return {
    shop,
    made,
    coupon: (fields: object = {}) =>
      made('/v1/coupons', { percent_off: 20, duration: 'once', ...fields }),
    code: (coupon: { id: string }, fields: object = {}) =>
      made('/v1/promotion_codes', { coupon_id: coupon.id, ...fields }),
    customer: (fields: object = {}) => made('/v1/customers', { external_id: newId(), ...fields }),
  };
}

const consulting = { description: 'Consulting', quantity: 3, unit_amount: 1_000 };

const invoiceOf = (shop: Shop, customer: { id: string }, discounts: unknown, more: object = {}) =>
  shop.post('/v1/invoices', { customer_id: customer.id, lines: [consulting], discounts, ...more });

const amountsOf = ({ lines }: { lines: readonly { type: string; amount: number }[] }) =>
  lines.map(({ type, amount }) => [type, amount]);

describe('coupons', () => {
  it('are created, changed, listed and deleted; a deleted one stays readable', async () => {
    const { shop, coupon } = await seller();
    const sale = await coupon({ percent_off: '12.50', name: 'Sale', metadata: { a: 1 } });
    expect(sale).toEqual({
      id: expect.stringMatching(/^cpn_[0-9a-z]{26}$/),
      object: 'coupon',
      livemode: false,
      account_id: shop.publicId,
      name: 'Sale',
      percent_off: '12.5',
      amount_off: null,
      currency: null,
      duration: 'once',
      duration_in_months: null,
      applies_to: null,
      redeem_by: null,
      max_redemptions: null,
      times_redeemed: 0,
      valid: true,
      metadata: { a: 1 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `/v1/coupons/${sale.id}`;
    const { body: changed } = await shop.patch(path, { name: null, metadata: { a: '', b: 2 } });
    expect(changed).toMatchObject({ name: null, metadata: { b: 2 }, percent_off: '12.5' });
    const other = await coupon({ percent_off: undefined, amount_off: 500, currency: 'eur' });
    expect(other).toMatchObject({ percent_off: null, amount_off: 500, currency: 'EUR' });
    const ids = async () =>
      (await shop.get('/v1/coupons')).body.data.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([other.id, sale.id]);
    for (const _ of [1, 2]) {
      const { status, body } = await shop.call('DELETE', path);
      expect([status, body.valid, body.deleted]).toEqual([200, false, true]);
    }
    expect(await ids()).toEqual([other.id]);
    expect((await shop.get(path)).body).toMatchObject({ id: sale.id, valid: false });
  });

  it.each([
    ['both kinds', { amount_off: 5, currency: 'EUR' }, /^percent_off/],
    ['no kind', { percent_off: undefined }, /^percent_off/],
    ['0 %', { percent_off: 0 }, /^percent_off/],
    ['0.00 %', { percent_off: '0.00' }, /^percent_off/],
    ['more than 100 %', { percent_off: '100.01' }, /^percent_off/],
    ['three decimals', { percent_off: 1.125 }, /^percent_off/],
    ['an amount without a currency', { percent_off: undefined, amount_off: 5 }, /^currency/],
    ['a percentage with a currency', { currency: 'EUR' }, /^currency/],
    ['months without repeating', { duration_in_months: 3 }, /^duration_in_months/],
    ['repeating without months', { duration: 'repeating' }, /^duration_in_months/],
    ['an end in the past', { redeem_by: '2025-12-31' }, /^redeem_by/],
    [
      'a product of others',
      { applies_to: { products: [toPublicId('product', newId())] } },
      /^applies_to.products.0/,
    ],
  ])('are refused with %s', async (_, fields, message) => {
    const { shop } = await seller();
    const body = { percent_off: 20, duration: 'once', ...fields };
    const refused = await shop.post('/v1/coupons', body);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    expect(refused.body.message).toMatch(message);
  });

  it('belong to their account', async () => {
    const { coupon, code } = await seller();
    const { shop, customer } = await seller();
    const other = await coupon();
    const { id } = await code(other);
    expect((await shop.get(`/v1/coupons/${other.id}`)).status).toBe(404);
    expect((await shop.patch(`/v1/coupons/${other.id}`, {})).status).toBe(404);
    expect((await shop.call('DELETE', `/v1/coupons/${other.id}`)).status).toBe(404);
    expect((await shop.get(`/v1/promotion_codes/${id}`)).status).toBe(404);
    const asked = { coupon_id: other.id };
    expect((await shop.post('/v1/promotion_codes', asked)).status).toBe(404);
    const refused = await invoiceOf(shop, await customer(), [asked]);
    expect([refused.status, refused.body.message]).toEqual([
      ...[400, 'discounts.0.coupon_id: is not a coupon of the seller'],
    ]);
  });
});

describe('promotion codes', () => {
  it('are unique in any case while they are active, listed, and ended with their coupon', async () => {
    const { shop, coupon, code, customer } = await seller();
    const sale = await coupon();
    const summer = await code(sale, { code: 'Summer26' });
    expect(summer).toMatchObject({ code: 'Summer26', active: true, times_redeemed: 0 });
    const taken = { coupon_id: sale.id, code: 'SUMMER26' };
    expect((await shop.post('/v1/promotion_codes', taken)).status).toBe(409);
    const random = await code(sale);
    expect(random.code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    const listed = async (query: string) =>
      (await shop.get(`/v1/promotion_codes?${query}`)).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed('code=sUmMeR26')).toEqual([summer.id]);
    expect(await listed(`coupon_id=${sale.id}`)).toEqual([random.id, summer.id]);

    const path = `/v1/promotion_codes/${summer.id}`;
    expect((await shop.patch(path, { active: false })).body.active).toBe(false);
    const next = await code(sale, { code: 'SUMMER26', metadata: { a: 1 } });
    expect((await shop.patch(path, { active: true })).status).toBe(409);
    expect(
      (await shop.patch(`/v1/promotion_codes/${next.id}`, { metadata: { b: 2 } })).body,
    ).toMatchObject({ metadata: { a: 1, b: 2 }, active: true });
    const buyer = await customer();
    const { body } = await invoiceOf(shop, buyer, [{ promotion_code: 'summer26' }]);
    expect(body.discounts).toMatchObject([{ coupon_id: sale.id, promotion_code_id: next.id }]);

    await shop.call('DELETE', `/v1/coupons/${sale.id}`);
    expect((await shop.get(`/v1/promotion_codes/${next.id}`)).body.active).toBe(false);
    expect((await shop.patch(`/v1/promotion_codes/${next.id}`, { active: true })).status).toBe(409);
    const refused = await invoiceOf(shop, buyer, [{ promotion_code: 'summer26' }]);
    expect(refused.body.message).toMatch(/^discounts.0.promotion_code: is not active/);
  });

  it('are refused for other customers, after their end and when they are used up', async () => {
    const { shop, coupon, code, customer } = await seller();
    const [one, two] = [await customer(), await customer()];
    const messageOf = async (buyer: { id: string }, promotion_code: string) => {
      const { status, body } = await invoiceOf(shop, buyer, [{ promotion_code }]);
      return [status, body.message];
    };
    await code(await coupon(), { code: 'ONLYONE', customer_id: one.id });
    expect((await messageOf(two, 'ONLYONE'))[1]).toMatch(/promotion_code: is a code for another/);
    expect((await messageOf(one, 'ONLYONE'))[0]).toBe(201);
    await code(await coupon(), { code: 'FEW', max_redemptions: 1 });
    expect((await messageOf(one, 'FEW'))[0]).toBe(201);
    expect((await messageOf(one, 'FEW'))[1]).toMatch(/promotion_code: was redeemed 1 times/);
    await code(await coupon({ max_redemptions: 1 }), { code: 'RARE' });
    expect((await messageOf(one, 'RARE'))[0]).toBe(201);
    expect((await messageOf(one, 'RARE'))[1]).toMatch(
      /promotion_code: is a coupon that was redeemed/,
    );
    expect((await messageOf(one, 'NONE'))[1]).toMatch(/promotion_code: is not a promotion code/);
    await code(await coupon(), { code: 'SOON', expires_at: '2026-01-02T00:00:00Z' });
    await code(await coupon({ redeem_by: '2026-01-02T00:00:00Z' }), { code: 'LAST' });
    world().clock.set('2026-01-03T00:00:00Z');
    expect((await messageOf(one, 'SOON'))[1]).toMatch(/promotion_code: expired at 2026-01-02/);
    expect((await messageOf(one, 'LAST'))[1]).toMatch(/could be redeemed until 2026-01-02/);
  });
});

describe('a one-off invoice with discounts', () => {
  it('is reduced line by line before tax, and finalized, explained and printed so', async () => {
    const { shop, coupon, customer } = await seller();
    const profile = {
      ...{ legal_name: 'Ada', charges_tax: true, tax_ids: [{ type: 'vat', value: 'DE136695976' }] },
      address: { line1: 'Weg 1', postal_code: '10115', city: 'Berlin', country: 'DE' },
    };
    expect((await shop.patch('/v1/seller_profile', profile)).status).toBe(200);
    const address = { line1: 'Weg 2', postal_code: '10115', city: 'Berlin', country: 'DE' };
    const buyer = await customer({ name: 'Bob', address });
    const sale = await coupon({ name: 'Sale' });
    const voucher = await coupon({ percent_off: undefined, amount_off: 500, currency: 'EUR' });
    const book = { description: 'Book', unit_amount: 999, tax_class: 'reduced', supply: 'goods' };
    const { status, body: draft } = await invoiceOf(
      shop,
      buyer,
      [{ coupon_id: sale.id }, { coupon_id: voucher.id }],
      { lines: [consulting, book] },
    );
    expect(status, JSON.stringify(draft)).toBe(201);
    // 20 % of 30.00 and 9.99; then 5.00 by 24.00 and 7.99.
    expect(amountsOf(draft)).toEqual([
      ['item', 3_000],
      ['discount', -600],
      ['discount', -375],
      ['item', 999],
      ['discount', -200],
      ['discount', -125],
      ['tax', 385],
      ['tax', 47],
    ]);
    expect(draft.lines[1]).toMatchObject({
      ...{ description: 'Sale', quantity: 1, unit_amount: -600, net_amount: -600 },
      discount: { coupon_id: sale.id, name: 'Sale', percent_off: '20', amount_off: null },
    });
    expect(draft).toMatchObject({ subtotal: 2_699, tax: 432, total: 3_131, amount_due: 3_131 });
    expect(draft.e_invoice_omission_reason).toBeNull();

    const { body: invoice } = await shop.post(`/v1/invoices/${draft.id}/finalize`);
    expect(invoice).toMatchObject({ status: 'open', total: 3_131 });
    expect(invoice.discounts).toEqual([
      { coupon_id: sale.id, promotion_code_id: null, start: expect.any(String), end: null },
      { coupon_id: voucher.id, promotion_code_id: null, start: expect.any(String), end: null },
    ]);
    const { body: explained } = await shop.get(`/v1/explain/${invoice.id}`);
    expect(explained.recomputed_amount).toBe(3_131);
    for (const { amount, recomputed_amount: again } of [...explained.lines, ...explained.amounts])
      expect(again).toBe(amount);
    expect(explained.lines[1]).toMatchObject({
      formula: '−round(other_lines × percentage / 100)',
      inputs: { other_lines: 3_000, percentage: '20' },
    });
    const read = (path: string) =>
      fetchService('billing', billing().httpPort, 'GET', `/v1/invoices/${invoice.id}/${path}`, {
        caller: shop.caller,
      });
    const page = await (await read('page')).text();
    expect(page).toContain('Discount <bdi>Sale</bdi>');
    expect((await read('pdf')).status).toBe(200);
  });

  it('is credited by what its lines cost, less their discounts', async () => {
    const { shop, coupon, customer } = await seller();
    const { body: draft } = await invoiceOf(shop, await customer(), [
      { coupon_id: (await coupon()).id },
    ]);
    const { body: invoice } = await shop.post(`/v1/invoices/${draft.id}/finalize`);
    const [line, discount] = invoice.lines;
    const note = (fields: object) =>
      shop.post('/v1/credit_notes', { invoice_id: invoice.id, ...fields });
    expect((await note({ lines: [{ line_id: line.id, amount: 2_401 }] })).body.message).toContain(
      '2400',
    );
    expect((await note({ lines: [{ line_id: discount.id }] })).status).toBe(409);
    const { body: half } = await note({ lines: [{ line_id: line.id, amount: 1_200 }] });
    expect(half).toMatchObject({ total: 1_200 });
    const { body: rest } = await note({});
    expect(rest).toMatchObject({ total: 1_200, lines: [{ amount: 1_200 }] });
    expect((await shop.get(`/v1/invoices/${invoice.id}`)).body.status).toBe('void');
  });

  it('of products reduces lines of their prices only', async () => {
    const { shop, made, coupon, customer } = await seller();
    const product = await made('/v1/products', { name: 'Call' });
    const price = await made('/v1/prices', { product_id: product.id, unit_amount: 1_000 });
    const own = await coupon({ applies_to: { products: [product.id] } });
    const { body: draft } = await invoiceOf(shop, await customer(), [{ coupon_id: own.id }], {
      lines: [consulting, { price_id: price.id, quantity: 2 }],
    });
    expect(amountsOf(draft).map(([, amount]) => amount)).toEqual([3_000, 2_000, -400]);
    const { body: changed } = await shop.patch(`/v1/invoices/${draft.id}`, { memo: 'Thanks' });
    expect(amountsOf(changed)).toEqual(amountsOf(draft));
  });

  it('counts a redemption, which a deleted draft and a removed discount return', async () => {
    const { shop, coupon, code, customer } = await seller();
    const [a, b] = [await coupon(), await coupon({ max_redemptions: 1 })];
    const only = await code(b, { code: 'ONLY' });
    const buyer = await customer();
    const times = async () => [
      (await shop.get(`/v1/coupons/${a.id}`)).body.times_redeemed,
      (await shop.get(`/v1/coupons/${b.id}`)).body.times_redeemed,
      (await shop.get(`/v1/promotion_codes/${only.id}`)).body.times_redeemed,
    ];
    const { body: draft } = await invoiceOf(shop, buyer, [{ coupon_id: a.id }]);
    expect(await times()).toEqual([1, 0, 0]);
    const path = `/v1/invoices/${draft.id}`;
    await shop.patch(path, { discounts: [{ promotion_code: 'only' }, { coupon_id: a.id }] });
    expect(await times()).toEqual([1, 1, 1]);
    const refused = await invoiceOf(shop, buyer, [{ coupon_id: b.id }]);
    expect([refused.status, refused.body.message]).toEqual([
      ...[
        400,
        expect.stringMatching(/^discounts.0.coupon_id: is a coupon that was redeemed 1 times/),
      ],
    ]);
    expect((await shop.patch(path, { memo: 'Thanks' })).body.discounts).toHaveLength(2);
    await shop.patch(path, { discounts: [{ promotion_code: 'only' }] });
    expect(await times()).toEqual([0, 1, 1]);
    await shop.call('DELETE', path);
    expect(await times()).toEqual([0, 0, 0]);
    expect((await invoiceOf(shop, buyer, [{ coupon_id: b.id }])).status).toBe(201);
  });

  it('refuses a coupon twice, more than five, neither or both members, and another currency', async () => {
    const { shop, coupon, code, customer } = await seller();
    const sale = await coupon();
    await code(sale, { code: 'SALE' });
    const pounds = await coupon({ percent_off: undefined, amount_off: 5, currency: 'GBP' });
    const buyer = await customer();
    const one = { coupon_id: sale.id };
    const messages = [
      [[one, { promotion_code: 'sale' }], 'discounts.1.promotion_code: names a coupon twice'],
      [Array.from({ length: 6 }, () => one), 'discounts: must have at most 5'],
      [[{}], 'discounts.0: must have either'],
      [[{ ...one, promotion_code: 'SALE' }], 'discounts.0: must have either'],
      [[{ coupon_id: pounds.id }], 'discounts.0.coupon_id: is a discount in GBP'],
      [[{ coupon_id: 'x' }], 'discounts.0.coupon_id: is not a coupon'],
    ] as const;
    for (const [discounts, message] of messages) {
      const { status, body } = await invoiceOf(shop, buyer, discounts);
      expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await shop.get(`/v1/coupons/${sale.id}`)).body.times_redeemed).toBe(0);
  });

  it('is paid at once if a coupon takes all of it', async () => {
    const { shop, coupon, customer } = await seller();
    const all = await coupon({ percent_off: 100, duration: 'forever' });
    const { body: draft } = await invoiceOf(shop, await customer(), [{ coupon_id: all.id }]);
    const { body } = await shop.post(`/v1/invoices/${draft.id}/finalize`);
    expect(body).toMatchObject({ status: 'paid', amount_due: 0, total: 0 });
  });
});

/** Requests in flight for each coupon; more would only wait for a connection. */
const LANES = 20;

describe('200 redemptions, many at the same time, in two processes, of a coupon with 100 uses', () => {
  it('are exactly 100, and those of another coupon with 50 uses by code exactly 50', async () => {
    const { shop, coupon, code, customer } = await seller();
    const [hundred, fifty] = [await coupon({ max_redemptions: 100 }), await coupon()];
    await code(fifty, { code: 'FIFTY', max_redemptions: 50 });
    const buyer = await customer();
    const body = { customer_id: buyer.id, lines: [consulting] };
    // A busy service responds with 503, and clients retry.
    const redeem = (discount: object, index: number) => {
      const idempotencyKey = newId();
      const asked = { caller: shop.caller, idempotencyKey };
      return eventually(async () => {
        const given = { ...asked, body: { ...body, discounts: [discount] } };
        const reply = await billing(index % 2).call('POST', '/v1/invoices', given);
        expect([409, 503]).not.toContain(reply.status);
        return reply;
      });
    };
    const count = async (discount: object, requests: number) => {
      const lanes = Array.from({ length: LANES }, async (_, lane) => {
        const replies = [];
        for (let index = lane; index < requests; index += LANES)
          replies.push(await redeem(discount, index));
        return replies;
      });
      const replies = (await Promise.all(lanes)).flat();
      const statuses = Map.groupBy(replies, ({ status }) => status);
      return [...statuses].map(([status, of]) => [status, of.length]).toSorted();
    };
    const counts = await Promise.all([
      count({ coupon_id: hundred.id }, 200),
      count({ promotion_code: 'fifty' }, 100),
    ]);
    expect(counts).toEqual([
      [
        [201, 100],
        [400, 100],
      ],
      [
        [201, 50],
        [400, 50],
      ],
    ]);
    expect((await shop.get(`/v1/coupons/${hundred.id}`)).body.times_redeemed).toBe(100);
    const { body: codes } = await shop.get('/v1/promotion_codes?code=fifty');
    expect(codes.data[0]).toMatchObject({ times_redeemed: 50, active: false });
  });
});
