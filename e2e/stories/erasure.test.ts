import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parsePublicId, type ServiceName, serviceNames } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { dataDir } from '../api.ts';
import { CARDS, openPage, pay } from '../contract/pay.ts';
import { must, newOwner, type Owner } from '../contract/people.ts';
import { record } from '../contract/world.ts';
import { query } from '../database.ts';

/** In every text that is given about the customer; in no other test. */
const CANARY = 'Canaryperson';
const EMAIL = 'canaryperson@example.com';
/** The address of a customer in its documents stays; so does what its seller wrote on them. */
const ISSUED = ['invoices.parties', 'one_off_invoices.parties', 'one_off_invoices.memo'].concat(
  ['one_off_invoices.lines', 'credit_notes.parties', 'credit_notes.memo', 'credit_notes.lines'],
  ['document_files.bytes'],
);
/** Copies that expire within eight days: see docs/guides/personal-data.md. */
const EXPIRING = ['idempotency_keys.', 'saga_runs.', 'replies', 'export_pieces.'];

const customerFields = {
  ...{ external_id: `${CANARY}-7`, email: EMAIL, name: `${CANARY} Ada`, company: `${CANARY} Ltd` },
  address: { line1: `${CANARY} Street 1`, city: 'Berlin', postal_code: '10115', country: 'DE' },
  shipping_address: { line1: `${CANARY} Road 2`, city: 'Berlin', country: 'DE' },
  metadata: { note: CANARY },
};

const post = (owner: Owner, path: string, body: object = {}) =>
  must(() => owner.call('POST', path, { body }));

async function untilPaid(owner: Owner, id: string) {
  return eventually(async () => {
    const invoice = await must(() => owner.call('GET', `/v1/invoices/${id}`));
    if (invoice.status !== 'paid') throw new Error(`the invoice is ${invoice.status}`);
    return invoice;
  });
}

/** A customer who has bought, saved a card, got money back and disputed a payment, which is lost. */
async function makeHistory(owner: Owner) {
  const customer = await post(owner, '/v1/customers', customerFields);
  const subscription = await post(owner, '/v1/subscriptions', {
    ...{ customer_id: customerFields.external_id, plan: 'basic', metadata: { note: CANARY } },
  });
  const first = await must(() =>
    owner.call('GET', `/v1/invoices/${subscription.latest_invoice_id}`),
  );
  await pay(first.payment_url, CARDS.good);
  await untilPaid(owner, first.id);
  const refund = { amount: 100, reason: CANARY, metadata: { note: CANARY } };
  await post(owner, `/v1/invoices/${first.id}/refund`, refund);
  await post(owner, '/v1/credit_notes', {
    ...{ invoice_id: first.id, amount: 100, credit_to: 'balance', memo: CANARY },
  });
  const lines = [{ description: `For ${CANARY}`, unit_amount: 10_000 }];
  const draft = await post(owner, '/v1/invoices', {
    ...{ customer_id: customer.id, lines, memo: CANARY },
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

/** Waits until the account has mailed its customer, and no mail is on its way. */
async function untilMailed(owner: Owner): Promise<void> {
  await eventually(async () => {
    const [mails] = await query<{ receipts: string; due: string }>(
      'mail',
      `select count(*) filter (where kind = 'receipt' and status = 'sent') as receipts,
              count(*) filter (where status = 'waiting'
                                  and (attempts > 0 or due_at < now() + interval '5 s')) as due
         from mail.letters where account_id = $1`,
      [parsePublicId('account', owner.accountId)],
    );
    expect([Number(mails?.receipts), Number(mails?.due)]).toEqual([2, 0]);
  });
}

interface TextColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
}

/** The columns of a service's tables in which a canary stands: `letters.values`. */
async function findInTables(service: ServiceName): Promise<readonly string[]> {
  const columns = await query<TextColumn>(
    service,
    `select table_name, column_name, data_type from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = $1 and table_type = 'BASE TABLE'
        and data_type in ('text', 'json', 'jsonb', 'bytea', 'ARRAY')
      order by 1, 2`,
    [service],
  );
  const found: string[] = [];
  for (const { table_name, column_name, data_type } of columns) {
    const name = `"${column_name}"`;
    const text = data_type === 'bytea' ? `encode(${name}, 'escape')` : `${name}::text`;
    const [row] = await query<{ is_found: boolean }>(
      service,
      `select exists (select from ${service}."${table_name}" where ${text} ilike $1) as is_found`,
      [`%${CANARY}%`],
    );
    if (row?.is_found) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

async function findAnywhere(): Promise<readonly string[]> {
  const found = await Promise.all(
    serviceNames.map(async (service) =>
      (await findInTables(service)).map((place) => `${service} ${place}`),
    ),
  );
  return found.flat();
}

const isKept = (place: string) =>
  ISSUED.some((name) => place === `billing ${name}`) ||
  EXPIRING.some((name) => place.split(' ')[1]?.startsWith(name));

/** Files of the data folder in which a canary stands, besides those of Postgres and NATS. */
function findInFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/postgres|nats/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size < 200_000_000)
    .filter((path) => /canaryperson/i.test(readFileSync(path, 'latin1')));
}

it('an anonymized customer is in no table, in no log and in no search', async () => {
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
  const { customer, subscription, dispute, portal, sent } = await makeHistory(owner);
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
  // The canary is found by the search of this test.
  const before = await findAnywhere();
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
    const left = (await findAnywhere()).filter((place) => !isKept(place));
    expect(left).toEqual([]);
  });
  expect(findInFiles(dataDir())).toEqual([]);
  const { data: found } = await must(() => owner.call('GET', `/v1/search?q=${CANARY}`));
  expect(found).toEqual([]);
  const { data: methods } = await must(() =>
    owner.call('GET', `/v1/payment_methods?customer_id=${customer.id}`),
  );
  expect(methods).toEqual([]);
  // Issued documents keep the recipient that they were issued to.
  const kept = await must(() => owner.call('GET', `/v1/invoices/${sent.id}`));
  expect(kept.buyer.name).toBe(customerFields.name);
  expect(kept.customer_id).toBe(customer.id);
});

it('an anonymized customer pays nothing more, and saves no card', async () => {
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
