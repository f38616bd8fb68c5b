import { eventually } from '@florin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Billing, createWorld, openShop, startBilling, type World } from './start-billing.ts';
import { startTaxOffices, type TaxOffices } from './tax-offices.ts';

let world: World;
let offices: TaxOffices;
let billing: Billing;
beforeAll(async () => {
  [world, offices] = await Promise.all([createWorld(), startTaxOffices()]);
  billing = await startBilling(world, offices);
});
afterAll(async () => {
  await billing.stop();
  await Promise.all([world.stop(), offices.stop()]);
});
beforeEach(() => {
  offices.registered.clear();
  offices.asked.length = 0;
  offices.problem = undefined;
  offices.isBroken = false;
});

const germany = {
  legal_name: 'Blumenhaus Ada GmbH',
  address: { country: 'DE' },
  tax_ids: [{ value: 'DE136695976' }],
  charges_tax: true,
};
const FRENCH = 'FR40303265045';
const BRITISH = 'GB980780684';

async function openSeller({ isLive = true, profile = {} } = {}) {
  const shop = await openShop(world, () => billing, { currency: 'EUR', isLive });
  const { status } = await shop.patch('/v1/seller_profile', { ...germany, ...profile });
  expect(status).toBe(200);
  const newCustomer = async (value: string, country: string) => {
    const body = { company: 'Fleurs', address: { country }, tax_ids: [{ value }] };
    return (await shop.post('/v1/customers', body)).body;
  };
  const verificationOf = async ({ id }: { id: string }) =>
    (await shop.get(`/v1/customers/${id}`)).body.tax_ids[0].verification;
  const checked = (customer: { id: string }) =>
    eventually(async () => {
      const verification = await verificationOf(customer);
      if (verification.status === 'pending') throw new Error('still pending');
      return verification;
    });
  const categoryOf = async (customer: { id: string }) => {
    const lines = [{ description: 'Flowers', quantity: 1, unit_amount: 1_000 }];
    const body = { customer_id: customer.id, lines };
    const { body: draft } = await shop.post('/v1/invoices', body);
    return draft.taxes[0].category;
  };
  return { shop, newCustomer, verificationOf, checked, categoryOf };
}

/** Waits until the offices have received this many calls. */
const askedTimes = (times: number) =>
  eventually(async () => {
    if (offices.asked.length < times) throw new Error(`asked ${offices.asked.length} times`);
  });

/** Ends the pause of every check. */
const endPauses = () => world.query('update billing.tax_id_checks set next_try_at = now()');

describe('a VAT ID in live mode', () => {
  it('affects tax once VIES confirms it, and stores the consultation number', async () => {
    offices.registered.add(FRENCH);
    const { newCustomer, checked, categoryOf } = await openSeller();
    const customer = await newCustomer(FRENCH, 'FR');
    expect(customer.tax_ids[0].verification).toMatchObject({ status: 'pending', source: null });
    expect(await checked(customer)).toMatchObject({
      ...{ status: 'verified', source: 'vies', consultation_number: 'WAPIAAAAZ1' },
      checked_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(JSON.parse(String(offices.asked.at(-1)?.body))).toEqual({
      ...{ countryCode: 'FR', vatNumber: FRENCH.slice(2) },
      ...{ requesterMemberStateCode: 'DE', requesterNumber: '136695976' },
    });
    expect(await categoryOf(customer)).toBe('AE');
  });

  it('does not affect tax while it is pending, or if VIES does not confirm it', async () => {
    offices.problem = { userError: 'MS_UNAVAILABLE' };
    const { newCustomer, checked, verificationOf, categoryOf } = await openSeller();
    const customer = await newCustomer(FRENCH, 'FR');
    await askedTimes(2);
    expect(await verificationOf(customer)).toMatchObject({ status: 'pending' });
    expect(await categoryOf(customer)).toBe('S');
    offices.problem = undefined;
    await endPauses();
    expect(await checked(customer)).toMatchObject({ status: 'unverified', source: 'vies' });
    expect(await categoryOf(customer)).toBe('S');
  });

  it.each([
    { userError: 'MS_UNAVAILABLE' },
    { errorWrappers: [{ error: 'GLOBAL_MAX_CONCURRENT_REQ' }] as [{ error: string }] },
    { userError: 'SOMETHING_NEW' },
  ])('is checked again while VIES is down: %j', async (problem) => {
    offices.registered.add(FRENCH);
    offices.problem = problem;
    const { newCustomer, checked, verificationOf } = await openSeller();
    const customer = await newCustomer(FRENCH, 'FR');
    await askedTimes(2);
    expect(await verificationOf(customer)).toMatchObject({ status: 'pending' });
    offices.problem = undefined;
    await endPauses();
    expect(await checked(customer)).toMatchObject({ status: 'verified' });
  });

  it('is unavailable after five days without an answer', async () => {
    offices.problem = { userError: 'TIMEOUT' };
    const { newCustomer, checked } = await openSeller();
    const customer = await newCustomer(FRENCH, 'FR');
    await askedTimes(2);
    await world.query('update billing.tax_id_checks set tries = 27, next_try_at = now()');
    expect(await checked(customer)).toMatchObject({ status: 'unavailable', source: 'vies' });
    expect(await world.query('select * from billing.tax_id_checks')).toEqual([]);
  });

  it('is checked at HMRC if it is from the United Kingdom', async () => {
    offices.registered.add(BRITISH);
    const profile = { address: { country: 'GB' }, tax_ids: [{ value: 'GB802311782' }] };
    const { newCustomer, checked } = await openSeller({ profile });
    const customer = await newCustomer(BRITISH, 'GB');
    expect(await checked(customer)).toMatchObject({
      ...{ status: 'verified', source: 'hmrc', consultation_number: 'abc-1' },
    });
    offices.registered.clear();
    const unknown = await newCustomer('GB562235987', 'GB');
    expect(await checked(unknown)).toMatchObject({ status: 'unverified', source: 'hmrc' });
  });

  it('is checked again while HMRC is down', async () => {
    offices.registered.add(BRITISH);
    offices.isBroken = true;
    const { newCustomer, checked, verificationOf } = await openSeller();
    const customer = await newCustomer(BRITISH, 'GB');
    await eventually(async () => {
      if (!offices.asked.some(({ path }) => path.includes('/lookup/'))) throw new Error('not yet');
    });
    expect(await verificationOf(customer)).toMatchObject({ status: 'pending' });
    offices.isBroken = false;
    await endPauses();
    expect(await checked(customer)).toMatchObject({ status: 'verified' });
  });

  it('is unavailable for a country without a tax office', async () => {
    const { newCustomer, checked } = await openSeller();
    const customer = await newCustomer('CHE-107.787.577 IVA', 'CH');
    expect(await checked(customer)).toMatchObject({ status: 'unavailable', source: null });
  });

  it('is valid once a user vouches for it, until it is checked again', async () => {
    offices.problem = { userError: 'MS_UNAVAILABLE' };
    const { shop, newCustomer, checked, verificationOf, categoryOf } = await openSeller();
    const customer = await newCustomer(FRENCH, 'FR');
    const path = `/v1/customers/${customer.id}/verify_tax_id`;
    const vouched = await shop.post(path, { value: 'fr 40 303 265 045', reason: 'By phone' });
    expect([vouched.status, vouched.body.tax_ids[0].verification]).toMatchObject([
      200,
      {
        ...{ status: 'verified', source: 'person', reason: 'By phone' },
        vouched_by_id: expect.stringMatching(/^usr_/),
      },
    ]);
    expect(await categoryOf(customer)).toBe('AE');
    await endPauses();
    expect(await checked(customer)).toMatchObject({ source: 'person' });
    offices.problem = undefined;
    const again = await shop.post(path, { value: FRENCH });
    expect(again.body.tax_ids[0].verification).toMatchObject({ status: 'verified' });
    await eventually(async () =>
      expect(await verificationOf(customer)).toMatchObject({
        ...{ status: 'unverified', source: 'vies', reason: null },
      }),
    );
    expect(await categoryOf(customer)).toBe('S');
  });

  it('keeps its verification while other fields change, and loses it with the id', async () => {
    offices.registered.add(FRENCH);
    const { shop, newCustomer, checked } = await openSeller();
    const customer = await newCustomer(FRENCH, 'FR');
    const verified = await checked(customer);
    const change = async (body: object) =>
      (await shop.patch(`/v1/customers/${customer.id}`, body)).body.tax_ids[0].verification;
    const ids = [{ value: FRENCH }, { type: 'other', value: '12/345' }];
    expect(await change({ name: 'Ada', tax_ids: ids })).toEqual(verified);
    expect(await change({ tax_ids: [{ value: 'FR83404833048' }] })).toMatchObject({
      status: 'pending',
    });
  });

  it('is checked without a requester that VIES rejects', async () => {
    const { newCustomer, verificationOf } = await openSeller();
    offices.problem = { userError: 'INVALID_REQUESTER_INFO' };
    const customer = await newCustomer(FRENCH, 'FR');
    await eventually(async () => {
      const bodies = offices.asked.map(({ body }) => body).filter((body) => body.includes('"FR"'));
      if (!bodies.some((body) => !body.includes('requester'))) throw new Error('not yet');
    });
    expect(await verificationOf(customer)).toMatchObject({ status: 'pending' });
  });
});

it('is verified without a tax office for a test account', async () => {
  const { shop, newCustomer, categoryOf } = await openSeller({ isLive: false });
  const customer = await newCustomer('ATU12345675', 'AT');
  expect(customer.tax_ids[0].verification).toMatchObject({ status: 'verified', source: 'test' });
  const path = `/v1/customers/${customer.id}/verify_tax_id`;
  const { body } = await shop.post(path, { value: 'ATU12345675' });
  expect(body.tax_ids[0].verification).toMatchObject({ status: 'verified', source: 'test' });
  expect(await categoryOf(customer)).toBe('AE');
  // Checks of other accounts may be in progress.
  expect(offices.asked.filter(({ body }) => body.includes('U12345675'))).toEqual([]);
});

it('cannot be vouched for if the customer does not have it', async () => {
  const { shop, newCustomer } = await openSeller({ isLive: false });
  const { id } = await newCustomer(FRENCH, 'FR');
  const refuse = async (body: object) =>
    (await shop.post(`/v1/customers/${id}/verify_tax_id`, body)).body;
  expect(await refuse({ value: 'FR83404833048', reason: 'x' })).toMatchObject({
    ...{ error: 'invalid_request', message: expect.stringContaining('no such VAT ID') },
  });
  expect(await refuse({ value: 'FR1', reason: 'x' })).toMatchObject({
    message: expect.stringContaining('check its digits'),
  });
});
