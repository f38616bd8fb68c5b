import { readFileSync } from 'node:fs';
import { newId, type PeerName, parsePublicId, serviceNames, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { connect, type NatsConnection } from 'nats';
import { expect, it } from 'vitest';
import { processes } from '../api.ts';
import { CARDS, pay } from '../contract/pay.ts';
import { newOwner, type Owner } from '../contract/people.ts';

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];

/** The NATS URL in the environment of an app's process. */
function natsUrlOf(app: PeerName): URL {
  const environment = readFileSync(`/proc/${processes().get(`${app}-1`).pid}/environ`, 'utf8');
  const settings = new Map(
    environment.split('\0').map((line) => line.split('=', 2) as [string, string]),
  );
  return new URL(settings.get(`${app.toUpperCase()}_NATS_URL`) ?? settings.get('NATS_URL') ?? '');
}

/** An attacker on the NATS port, with an app's credentials or without. Undefined if rejected. */
async function reach(app?: PeerName): Promise<NatsConnection | undefined> {
  const { host, username, password } = natsUrlOf(app ?? 'gateway');
  const known = app && username ? { user: username, pass: decodeURIComponent(password) } : {};
  return connect({ servers: host, inboxPrefix: `_INBOX_${app}`, ...known }).catch(() => undefined);
}

/** An account that has sent an invoice, and the event that the ledger would publish on payment. */
async function sendInvoice() {
  const owner = await newOwner();
  const customer = await owner.call('POST', '/v1/customers', { body: {} });
  const request = { customer_id: customer.body.id, plan: 'basic' };
  const { body } = await owner.call('POST', '/v1/subscriptions', { body: request });
  const read = async () => (await owner.call('GET', `/v1/invoices/${body.latest_invoice_id}`)).body;
  const [payment] = (await owner.call('GET', '/v1/payments')).body.data;
  return { owner, read, payment };
}

type Sent = Awaited<ReturnType<typeof sendInvoice>>;

const actor = {
  user_id: newId(),
  session_id: null,
  api_key_id: null,
  role: 'owner',
  address: null,
};

/** As the ledger would publish it, with an actor for the audit log. */
function forge({ owner, payment }: Sent, type: string, object: object = payment) {
  return {
    id: newId(),
    type,
    created_at: new Date().toISOString(),
    account_id: parsePublicId('account', owner.accountId) ?? '',
    aggregate_id: parsePublicId('paymentRequest', payment.id) ?? '',
    aggregate_sequence: 2,
    data: { object },
    request: { id: 'req_forged', idempotency_key: null, actor },
  };
}

const idsIn = async (owner: Owner, path: string) =>
  (await owner.call('GET', path)).body.data.map(({ id }: { id: string }) => id);

it(
  'access to NATS alone has no effect: no invoice is paid, no event published, no audit entry ' +
    'added',
  async () => {
    const sent = await sendInvoice();
    const operation = { operation: 'POST /v1/plans', status: 201, error: null, target_id: null };
    const forged = [undefined, ...apps.filter((app) => app !== 'ledger')].flatMap((app) =>
      serviceNames.flatMap((service) => [
        { app, service, event: forge(sent, 'payment.succeeded') },
        ...(service === app
          ? []
          : [{ app, service, event: forge(sent, 'operation.answered', operation) }]),
      ]),
    );
    for (const app of new Set(forged.map((one) => one.app))) {
      const connection = await reach(app);
      for (const { service, event } of forged.filter((one) => one.app === app))
        connection?.publish(`florin.${service}.${event.type}`, JSON.stringify(event));
      await connection?.flush();
      await connection?.close();
    }
    // Later events were published later, so all earlier ones have been handled.
    const later = await sendInvoice();
    await pay((await later.read()).payment_url, CARDS.good);
    await eventually(async () => expect((await later.read()).status).toBe('paid'));
    expect((await sent.read()).status).toBe('open');
    const known = [...(await idsIn(sent.owner, '/v1/events?limit=100'))];
    const audited = await idsIn(sent.owner, '/v1/audit_log?limit=100');
    const ids = forged.map(({ event }) => toPublicId('event', event.id));
    expect([...known, ...audited].filter((id) => ids.includes(id))).toEqual([]);
  },
);

it('access to NATS alone reads no events of others', async () => {
  const heard: string[] = [];
  const spies = [undefined, ...apps];
  const connections = await Promise.all(spies.map(reach));
  // Messages received here are those that this connection may read.
  for (const [index, connection] of connections.entries())
    for (const subject of [
      'florin.>',
      '_INBOX.>',
      '_INBOX_webhooks.>',
      '_INBOX_billing.>',
      '$JS.>',
    ])
      if (subject !== `_INBOX_${spies[index]}.>`)
        connection?.subscribe(subject, {
          callback: (error, message) => {
            if (!error) heard.push(message.subject);
          },
        });
  await sendInvoice();
  await Promise.all(connections.map((connection) => connection?.close()));
  expect(heard.filter((subject) => subject.startsWith('florin.'))).toEqual([]);
});
