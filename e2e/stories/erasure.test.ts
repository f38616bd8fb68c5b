import { parsePublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { browse, CARDS, openPage, pay } from '../contract/pay.ts';
import { must, newOwner, type Owner } from '../contract/people.ts';
import { record } from '../contract/world.ts';
import { query } from '../database.ts';
import { proveBooks } from '../prove-books.ts';
import { readData, readSingly, SECTIONS } from './customer-data.ts';
import { EXPIRING, findAnywhere, findInFiles } from './find-canary.ts';

/** In every text about the customer, and in no other test. */
const CANARY = 'Canaryperson';
const EMAIL = 'canaryperson@example.com';
/** The customer's address in issued documents remains, as does the seller's memo. */
const ISSUED = ['invoices.parties', 'one_off_invoices.parties', 'one_off_invoices.memo'].concat(
  ['one_off_invoices.lines', 'credit_notes.parties', 'credit_notes.memo', 'credit_notes.lines'],
  ['document_files.bytes'],
);
const customerFields = {
  ...{ external_id: `${CANARY}-7`, email: EMAIL, name: `${CANARY} Ada`, company: `${CANARY} Ltd` },
  address: { line1: `${CANARY} Street 1`, city: 'Berlin', postal_code: '10115', country: 'DE' },
  shipping_address: { line1: `${CANARY} Road 2`, city: 'Berlin', country: 'DE' },
  metadata: { note: `${CANARY}-customer` },
};

/** Texts of `makeHistory` about the customer, each in a different place. */
const PLANTED = [
  ...['-7', ' Ada', ' Ltd', ' Street 1', ' Road 2', '-customer', '-subscription', '-reason'],
  ...['-refund', '-note', '-memo', '-reference', '-payment'],
].map((end) => `${CANARY}${end}`);

const post = (owner: Owner, path: string, body: object = {}) =>
  must(() => owner.call('POST', path, { body }));

async function untilPaid(owner: Owner, id: string) {
  return eventually(async () => {
    const invoice = await must(() => owner.call('GET', `/v1/invoices/${id}`));
    if (invoice.status !== 'paid') throw new Error(`the invoice is ${invoice.status}`);
    return invoice;
  });
}

/** A customer who bought, saved a card, got a refund and lost a dispute. */
async function makeHistory(owner: Owner) {
  const customer = await post(owner, '/v1/customers', customerFields);
  const subscription = await post(owner, '/v1/subscriptions', {
    ...{
      customer_id: customerFields.external_id,
      plan: 'basic',
      metadata: { note: `${CANARY}-subscription` },
    },
  });
  const first = await must(() =>
    owner.call('GET', `/v1/invoices/${subscription.latest_invoice_id}`),
  );
  await pay(first.payment_url, CARDS.good);
  await untilPaid(owner, first.id);
  const payment = await post(owner, '/v1/payments', {
    ...{ account_id: owner.accountId, amount: 700, currency: first.currency },
    ...{ customer_email: EMAIL, customer_id: customer.id },
    ...{ reference: `${CANARY}-reference`, metadata: { note: `${CANARY}-payment` } },
  });
  expect(payment.status).toBe('succeeded');
  const refund = {
    amount: 100,
    reason: `${CANARY}-reason`,
    metadata: { note: `${CANARY}-refund` },
  };
  await post(owner, `/v1/invoices/${first.id}/refund`, refund);
  await post(owner, '/v1/credit_notes', {
    ...{ invoice_id: first.id, amount: 100, credit_to: 'balance', memo: `${CANARY}-note` },
  });
  const lines = [{ description: `For ${CANARY}`, unit_amount: 10_000 }];
  const draft = await post(owner, '/v1/invoices', {
    ...{ customer_id: customer.id, lines, memo: `${CANARY}-memo` },
  });
  const sent = await post(owner, `/v1/invoices/${draft.id}/send`);
  await pay(sent.payment_url, CARDS.disputed);
  await untilPaid(owner, sent.id);
  const dispute = await eventually(async () => {
    const { data } = await must(() => owner.call('GET', '/v1/disputes'));
    const { amount_disputed } = await must(() => owner.call('GET', `/v1/invoices/${sent.id}`));
    if (!data[0] || amount_disputed === 0) throw new Error('it is not disputed yet');
    return data[0];
  });
  const portal = await post(owner, '/v1/portal_sessions', { customer_id: customer.id });
  return { customer, subscription, sent, dispute, portal };
}

/** Waits until the account has mailed its customer, and no mail is pending. */
async function untilMailed(owner: Owner): Promise<void> {
  await eventually(async () => {
    const [mails] = await query<{ receipts: string; due: string }>(
      'mail',
      `select count(*) filter (where kind = 'receipt' and status = 'sent') as receipts,
              count(*) filter (where status = 'waiting'
                                  and (attempts > 0 or due_at < now() + interval '5 s')) as due
         from mail.messages where account_id = $1`,
      [parsePublicId('account', owner.accountId)],
    );
    expect([Number(mails?.receipts), Number(mails?.due)]).toEqual([3, 0]);
  });
}

type History = Awaited<ReturnType<typeof makeHistory>>;

async function checkData(owner: Owner, { customer, portal, sent, dispute }: History) {
  const data = await readData(owner, customer.id);
  const text = JSON.stringify(data);
  for (const planted of [...PLANTED, EMAIL, `For ${CANARY}`]) expect(text).toContain(planted);
  const idsOf = (kind: string) => data[kind]?.data.map(({ id }) => id) ?? [];
  expect(
    Object.keys(data)
      .filter((name) => SECTIONS.includes(name))
      .sort(),
  ).toEqual([...SECTIONS].sort());
  expect(idsOf('disputes')).toEqual([dispute.id]);
  // Mails create portal links too.
  expect(idsOf('portal_sessions')).toContain(portal.id);
  expect(idsOf('invoices')).toContain(sent.id);
  for (const kind of ['payments', 'payment_methods', 'refunds', 'mails', 'events'])
    expect(idsOf(kind)).not.toEqual([]);
  expect(text).not.toContain(portal.url);
  for (const kind of SECTIONS.filter((name) => name !== 'events'))
    expect(await readSingly(owner, customer.id, kind)).toEqual(idsOf(kind));
}

/** Only issued documents still name the erased customer. */
async function checkErasedData(owner: Owner, customerId: string) {
  const data = await readData(owner, customerId);
  const named = Object.keys(data).filter((name) => /canary/i.test(JSON.stringify(data[name])));
  expect(named.sort()).toEqual(['credit_notes', 'invoices']);
}

const isKept = (place: string) =>
  ISSUED.some((name) => place === `billing ${name}`) ||
  EXPIRING.some((name) => place.split(' ')[1]?.startsWith(name));

it('an anonymized customer is in no table, log or search result', async () => {
  const owner = await newOwner();
  await record(owner, { type: 'credit', amount: 50_000 });
  await must(() =>
    owner.call('PATCH', '/v1/seller_profile', {
      body: {
        legal_name: 'Shop',
        address: { line1: 'Gasse 1', postal_code: '3011', city: 'Bern', country: 'CH' },
      },
    }),
  );
  await post(owner, '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/hook' });
  const history = await makeHistory(owner);
  const { customer, subscription, dispute, portal, sent } = history;
  const anonymize = () => owner.call('POST', `/v1/customers/${customer.id}/anonymize`);

  const live = await anonymize();
  expect([live.status, live.body.message]).toEqual([409, expect.stringContaining('subscription')]);
  await post(owner, `/v1/subscriptions/${subscription.id}/cancel`);
  const disputed = await anonymize();
  expect([disputed.status, disputed.body.message]).toEqual([
    409,
    expect.stringContaining('disput'),
  ]);
  await post(owner, `/v1/disputes/${dispute.id}/evidence`, { text: 'losing_evidence' });
  await untilMailed(owner);
  await checkData(owner, history);
  // The search of this test finds the canary.
  const before = await findAnywhere(CANARY);
  for (const table of ['billing customers', 'webhooks events', 'console objects', 'ledger payment'])
    expect(before.filter((place) => place.startsWith(table))).not.toEqual([]);

  const erased = await eventually(async () => {
    const { status, body } = await anonymize();
    expect([status, body.name]).toEqual([200, null]);
    return body;
  });
  expect(erased).toMatchObject({ email: null, external_id: null, documents_kept: 3 });
  expect((await openPage(portal.url)).status).toBe(404);
  await eventually(async () => {
    const left = (await findAnywhere(CANARY)).filter((place) => !isKept(place));
    expect(left).toEqual([]);
  });
  await checkErasedData(owner, customer.id);
  expect(findInFiles(CANARY)).toEqual([]);
  const { data: found } = await must(() => owner.call('GET', `/v1/search?q=${CANARY}`));
  expect(found).toEqual([]);
  const { data: methods } = await must(() =>
    owner.call('GET', `/v1/payment_methods?customer_id=${customer.id}`),
  );
  expect(methods).toEqual([]);
  // Issued documents keep their recipient.
  const kept = await must(() => owner.call('GET', `/v1/invoices/${sent.id}`));
  expect(kept.buyer.name).toBe(customerFields.name);
  expect(kept.customer_id).toBe(customer.id);
});

it('an anonymized customer pays no more and saves no card', async () => {
  const return_urls = ['https://shop.example/cards'];
  const owner = await newOwner();
  await must(() => owner.call('PATCH', '/v1/account', { body: { return_urls } }));
  const customer = await post(owner, '/v1/customers', { email: 'grace@example.com' });
  const subscription = await post(owner, '/v1/subscriptions', {
    ...{ customer_id: customer.id, plan: 'basic' },
  });
  const invoice = await must(() =>
    owner.call('GET', `/v1/invoices/${subscription.latest_invoice_id}`),
  );
  await pay(invoice.payment_url, CARDS.declinedLater);
  await untilPaid(owner, invoice.id);
  const asked = { account_id: owner.accountId, amount: 900, currency: invoice.currency };
  const charge = { ...asked, customer_email: 'grace@example.com', customer_id: customer.id };
  const declined = await post(owner, '/v1/payments', charge);
  expect(declined.status).toBe('pending');
  await post(owner, `/v1/subscriptions/${subscription.id}/cancel`);
  await post(owner, `/v1/customers/${customer.id}/anonymize`);
  await eventually(async () => {
    const { status } = await must(() => owner.call('GET', `/v1/payments/${declined.id}/status`));
    expect(status).toBe('canceled');
  });
  const page = {
    ...{ account_id: owner.accountId, customer_id: customer.id },
    ...{ customer_email: 'grace@example.com', return_url: return_urls[0] },
  };
  const refusalOf = async (path: string, body: object) =>
    (await owner.call('POST', path, { body })).body;
  await eventually(async () =>
    expect(await refusalOf('/v1/payments', charge)).toMatchObject({ error: 'invalid_request' }),
  );
  for (const [path, body] of [
    ['/v1/payment_methods', page],
    ['/v1/portal_sessions', { customer_id: customer.id }],
  ] as const)
    expect((await refusalOf(path, body)).message).toContain('was erased');
});

const RETURN_URL = 'https://shop.example/cards';

/** Saves a card on the test processor's page. */
const typeCard = (url: string, card_number: string) =>
  browse(url, { method: 'POST', body: new URLSearchParams({ card_number, expiry: '12/40' }) });

/** A customer of an owner whose settings allow return URLs to the shop. */
async function newShopper(email: string) {
  const owner = await newOwner();
  const body = { return_urls: [RETURN_URL] };
  await must(() => owner.call('PATCH', '/v1/account', { body }));
  const customer = await post(owner, '/v1/customers', { email });
  const of = { account_id: owner.accountId, customer_id: customer.id, customer_email: email };
  return {
    ...{ owner, customer },
    page: { ...of, return_url: RETURN_URL, processor: 'test' },
    charge: { ...of, amount: 900, currency: 'USD' },
  };
}

it('an archived customer is not charged and saves no method until unarchived', async () => {
  const { owner, customer, page, charge } = await newShopper('edith@example.com');
  const { url } = await post(owner, '/v1/payment_methods', page);
  const listMethods = async () =>
    (await must(() => owner.call('GET', `/v1/payment_methods?customer_id=${customer.id}`))).data;
  await post(owner, `/v1/customers/${customer.id}/archive`);
  await typeCard(url, CARDS.good);
  for (const [path, body] of [
    ['/v1/payment_methods', page],
    ['/v1/payments', charge],
  ] as const) {
    const refused = await owner.call('POST', path, { body });
    const message = expect.stringContaining('is archived');
    expect([refused.status, refused.body.message]).toEqual([400, message]);
  }
  const open = `select from processors.method_setups where customer = $1 and status = 'open'`;
  await eventually(async () => expect(await query('processors', open, [customer.id])).toEqual([]));
  expect(await listMethods()).toEqual([]);
  await post(owner, `/v1/customers/${customer.id}/unarchive`);
  const { url: another } = await post(owner, '/v1/payment_methods', page);
  await typeCard(another, CARDS.good);
  await eventually(async () => expect(await listMethods()).toHaveLength(1));
  expect((await post(owner, '/v1/payments', charge)).status).toBe('succeeded');
});

it('a customer is erased once the dispute of a payment without an invoice is closed', async () => {
  const { owner, customer, page, charge } = await newShopper('mary@example.com');
  await record(owner, { type: 'credit', amount: 50_000 });
  const { url } = await post(owner, '/v1/payment_methods', page);
  await typeCard(url, CARDS.disputed);
  await eventually(async () => {
    const { status } = await owner.call('POST', '/v1/payments', { body: charge });
    expect(status).toBe(201);
  });
  const dispute = await eventually(async () => {
    const { data } = await must(() => owner.call('GET', '/v1/disputes'));
    if (!data[0]) throw new Error('it is not disputed yet');
    return data[0];
  });
  const anonymize = () => owner.call('POST', `/v1/customers/${customer.id}/anonymize`);
  const refused = await anonymize();
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('disput')]);
  await post(owner, `/v1/disputes/${dispute.id}/evidence`, { text: 'losing_evidence' });
  await eventually(async () => expect((await anonymize()).status).toBe(200));
});

it('the books balance', async () => {
  await proveBooks();
});
