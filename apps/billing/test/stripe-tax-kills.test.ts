import { callService, eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnBilling } from './spawn-billing.ts';
import { type Billing, createWorld, openShop, startBilling, type World } from './start-billing.ts';
import { type StripeTaxStandIn, startStripeTax } from './stripe-tax.ts';

let world: World;
let stripe: StripeTaxStandIn;
beforeAll(async () => {
  [world, stripe] = await Promise.all([createWorld(), startStripeTax()]);
});
afterAll(async () => {
  await Promise.all([world.stop(), stripe.stop()]);
});

const isReport = ({ path }: { path: string }) => path.endsWith('/create_from_calculation');

it.each(['lost', 'done'] as const)(
  'a process is killed between finalizing and its report, which was %s: it is reported once',
  async (fate) => {
    let billing: Billing | undefined = await startBilling(world, stripe);
    const shop = await openShop(world, () => billing as Billing);
    const address = { city: 'Seattle', region: 'WA', postal_code: '98104', country: 'US' };
    const profile = { address, charges_tax: true, tax_provider: 'stripe_tax' };
    expect((await shop.patch('/v1/seller_profile', profile)).status).toBe(200);
    const { body: customer } = await shop.post('/v1/customers', { name: 'Ada', address });
    const lines = [{ description: 'Seeds', quantity: 1, unit_amount: 1_000 }];
    const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
    await billing.stop();
    billing = undefined;

    const doomed = await spawnBilling(world, 'after', {
      BILLING_STRIPE_TAX_URL: stripe.stripeTax.url,
      BILLING_STRIPE_TAX_KEY: `${stripe.stripeTax.liveKey},${stripe.stripeTax.testKey}`,
    });
    await doomed.ready();
    stripe.asked.length = 0;
    const release = Promise.withResolvers<void>();
    stripe.held = release.promise;
    if (fate === 'lost') stripe.state = 'down';
    const finalized = await callService(
      'billing',
      doomed.httpPort,
      'POST',
      `/v1/invoices/${draft.id}/finalize`,
      { caller: shop.caller },
    );
    expect(finalized.status).toBe(200);
    await eventually(async () => expect(stripe.asked.some(isReport)).toBe(true));
    await doomed.kill();
    stripe.held = undefined;
    release.resolve();
    if (fate === 'done') await eventually(async () => expect(reportsOf(draft.id)).toHaveLength(1));
    stripe.state = 'up';

    await world.query('update billing.tax_reports set next_try_at = now() where done_at is null');
    billing = await startBilling(world, stripe);
    await eventually(async () => {
      const rows = await world.query('select from billing.tax_reports where done_at is null');
      expect(rows).toEqual([]);
    });
    expect(reportsOf(draft.id)).toHaveLength(1);
    await billing.stop();
  },
);

const reportsOf = (reference: string) =>
  stripe.reported.filter((report) => report.reference === reference);
