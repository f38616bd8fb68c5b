import type { Ask, Shop } from './ask.ts';

/** A product with a price in tiers, and one of each that is deleted again. */
export async function sellInTiers(ask: Ask, { token }: Shop): Promise<void> {
  const seat = { name: 'Team seat', unit_label: 'seat' };
  const product = await ask('POST /v1/products', { token, body: seat });
  const price = await ask('POST /v1/prices', {
    token,
    body: {
      ...{ product_id: product.id, lookup_key: 'team_monthly', recurring: { interval: 'month' } },
      ...{ billing_scheme: 'tiered', tiers_mode: 'graduated' },
      tiers: [
        { up_to: 5, unit_amount: 700 },
        { up_to: 'inf', unit_amount: 600 },
      ],
    },
  });
  const description = 'For teams of any size';
  await ask('GET /v1/products/{product_id}', { token, id: product.id });
  await ask('GET /v1/products', { token, query: 'limit=1' });
  await ask('PATCH /v1/products/{product_id}', { token, id: product.id, body: { description } });
  await ask('GET /v1/prices/{price_id}', { token, id: price.id });
  await ask('GET /v1/prices', { token, query: 'lookup_key=team_monthly' });
  const tax_behavior = 'exclusive';
  const setup = { product_id: product.id, unit_amount: 9_900, name: 'Setup', tax_behavior };
  const fee = await ask('POST /v1/prices', { token, body: setup });
  await ask('PATCH /v1/prices/{price_id}', { token, id: fee.id, body: { active: false } });
  await ask('DELETE /v1/prices/{price_id}', { token, id: fee.id });
  const other = await ask('POST /v1/products', { token, body: { name: 'Training' } });
  await ask('DELETE /v1/products/{product_id}', { token, id: other.id });
}

/** A coupon with a promotion code, and one of each that ends again. */
export async function offerDiscounts(ask: Ask, { token }: Shop): Promise<void> {
  const coupon = await ask('POST /v1/coupons', {
    token,
    body: {
      name: 'Summer sale',
      percent_off: '12.5',
      duration: 'repeating',
      duration_in_months: 3,
    },
  });
  const code = await ask('POST /v1/promotion_codes', {
    token,
    body: { coupon_id: coupon.id, code: 'SUMMER26', max_redemptions: 100 },
  });
  const metadata = { campaign: 'summer' };
  await ask('GET /v1/coupons/{coupon_id}', { token, id: coupon.id });
  await ask('GET /v1/coupons', { token, query: 'limit=1' });
  await ask('PATCH /v1/coupons/{coupon_id}', { token, id: coupon.id, body: { metadata } });
  await ask('GET /v1/promotion_codes/{promotion_code_id}', { token, id: code.id });
  await ask('GET /v1/promotion_codes', { token, query: 'code=SUMMER26' });
  await ask('PATCH /v1/promotion_codes/{promotion_code_id}', {
    ...{ token, id: code.id, body: { active: false } },
  });
  await ask('DELETE /v1/coupons/{coupon_id}', { token, id: coupon.id });
}
