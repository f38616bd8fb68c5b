import { serveSamples } from '@florin/contract-tests';
import { type DomainEvent, newId, toPublicId, type Uuid } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { testDatabase, testService } from '@florin/service-testing';
import { startNats, testKeys } from '@florin/testing';
import { onEvents } from '../src/consumers.ts';
import { migrations } from '../src/migrations/index.ts';
import type { MailTables } from '../src/schema.ts';
import { mail } from '../src/service.ts';
import type { SmtpSettings } from '../src/smtp/settings.ts';

/** From the RPC samples of the services that mail calls. */
export const ACCOUNT: Uuid = '01970000-0000-7000-8000-000000000041';
export const CLOSED: Uuid = '01970000-0000-7000-8000-000000000042';
export const PENDING: Uuid = '01970000-0000-7000-8000-000000000043';
export const PAID: Uuid = '01970000-0000-7000-8000-000000000044';
export const ABSENT: Uuid = '01970000-0000-7000-8000-000000000053';
export const VERIFY: Uuid = '01970000-0000-7000-8000-000000000051';
export const RESET: Uuid = '01970000-0000-7000-8000-000000000052';

export const INVOICE: Uuid = '01970000-0000-7000-8000-000000000061';
export const CUSTOMER = 'cus_01jw000000e008000000000021';

/** Token of the email provider's notices. */
export const NOTICES_TOKEN = 'notices-token-of-the-tests';

export type MailWorld = Awaited<ReturnType<typeof createMailWorld>>;

/** A database, stubbed peers and its own NATS. */
export async function createMailWorld() {
  const bus = await startNats();
  const database = await testDatabase('mail', migrations);
  const peers = await serveSamples('mail');
  const { url } = database;
  const { db, close } = openDatabase<MailTables>({ url, poolSizeMax: 2 }, () => {});
  return {
    url,
    adminUrl: database.adminUrl,
    natsUrl: bus.url,
    db,
    peers,
    /** Like the consumer. */
    happen: (...events: DomainEvent[]) => db.transaction().execute((tx) => onEvents(tx, events)),
    /** As superuser. */
    ask: (statement: string) => database.query(statement),
    /** Simulates time: all waiting emails become due. */
    untilDue: () =>
      db
        .updateTable('messages')
        .set({ due_at: new Date(0) })
        .where('status', '=', 'waiting')
        .execute(),
    messages: () => db.selectFrom('messages').selectAll().orderBy('id').execute(),
    async stop() {
      await close();
      await peers.stop();
      await database.drop();
      await bus.stop();
    },
  };
}

/** One process of the service; without a server it has the mailbox of development mode. */
export async function startMail(
  { url, natsUrl, peers }: MailWorld,
  smtp?: Partial<SmtpSettings>,
  {
    hourlyMax = 5_000,
    digestReceivers = [],
    keptDays = 45,
  }: {
    readonly keptDays?: number;
    readonly hourlyMax?: number;
    readonly digestReceivers?: readonly string[];
  } = {},
) {
  const service = await testService(mail, {
    database: { url, poolSizeMax: 6 },
    nats: { url: natsUrl },
    acceptKeys: testKeys('gateway', 'billing'),
    callKeys: testKeys('identity', 'accounts', 'ledger', 'billing'),
    identityAddresses: [peers.address],
    accountsAddresses: [peers.address],
    ledgerAddresses: [peers.address],
    billingAddresses: [peers.address],
    smtp: smtp?.url === undefined ? undefined : { ...smtpAt(0), ...smtp },
    hasMailbox: smtp === undefined,
    publicUrl: 'https://florin.example',
    noticesToken: NOTICES_TOKEN,
    hourlyMax,
    digestReceivers,
    keptDays,
  });
  return {
    ...service,
    async show(path: string) {
      const response = await service.fetch(path);
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
}

export function smtpAt(port: number): SmtpSettings {
  return { url: `smtp://127.0.0.1:${port}`, from: 'billing@florin.example', dkim: undefined };
}

/** A payment event of the ledger. */
export function paymentEvent(
  type: 'payment.created' | 'payment.succeeded' | 'payment.canceled',
  change: {
    readonly to?: string;
    readonly accountId?: Uuid;
    readonly paymentId?: Uuid;
    readonly reference?: string | null;
    readonly metadata?: object;
  } = {},
): DomainEvent {
  const { to = 'grace@example.com', accountId = ACCOUNT, paymentId = PENDING } = change;
  return {
    ...{ id: newId(), type, created_at: new Date().toISOString(), account_id: accountId },
    ...{ aggregate_id: paymentId, aggregate_sequence: 1 },
    data: {
      object: {
        id: toPublicId('paymentRequest', paymentId),
        account_id: toPublicId('account', accountId),
        ...{ amount: 12_900, currency: 'EUR', customer_email: to },
        reference: change.reference ?? null,
        metadata: change.metadata ?? {},
      },
    },
    request: { id: 'req_1', idempotency_key: null },
  } as DomainEvent;
}

/** A confirmation event of identity. */
export function confirmationEvent(id: Uuid): DomainEvent {
  return {
    ...paymentEvent('payment.created'),
    ...{ type: 'email_confirmation.requested', account_id: null, aggregate_id: id },
    data: {
      object: {
        id: toPublicId('emailConfirmation', id),
        ...{ purpose: id === RESET ? 'password_reset' : 'sign_up', email: 'ada@example.com' },
      },
    },
  } as DomainEvent;
}

/** An invoice event of billing. */
export function invoiceEvent(
  type: 'invoice.sent' | 'invoice.payment_failed' | 'invoice.reminder_due',
  invoiceId: Uuid = INVOICE,
): DomainEvent {
  return {
    ...paymentEvent('payment.created'),
    type,
    data: {
      object: {
        id: toPublicId('invoice', invoiceId),
        account_id: toPublicId('account', ACCOUNT),
        resolved_customer_id: CUSTOMER,
      },
    },
  } as DomainEvent;
}

/** A subscription event of billing. */
export function subscriptionEvent(
  type: 'subscription.trial_will_end' | 'subscription.updated' | 'subscription.canceled',
  previous: object = {},
  change: object = {},
): DomainEvent {
  return {
    ...paymentEvent('payment.created'),
    type,
    data: {
      object: {
        account_id: toPublicId('account', ACCOUNT),
        ...{ resolved_customer_id: CUSTOMER, plan: 'pro_monthly', amount: 3_000, currency: 'EUR' },
        ...{ pending_change: null, cancel_at: null, ended_at: null },
        trial_end: '2026-02-07T09:00:00.000Z',
        ...change,
      },
      previous,
    },
  } as DomainEvent;
}

/** An expiring-card event of processors. */
export function cardEvent(): DomainEvent {
  return {
    ...paymentEvent('payment.created'),
    type: 'payment_method.expiring',
    data: {
      object: {
        account_id: toPublicId('account', ACCOUNT),
        customer_id: CUSTOMER,
        card: { brand: 'visa', last4: '1881', exp_month: 4, exp_year: 2026 },
      },
    },
  } as DomainEvent;
}

/** An API key event of identity. */
export function keyEvent(type: 'api_key.created' | 'api_key.rotated'): DomainEvent {
  return {
    ...paymentEvent('payment.created'),
    type,
    data: {
      object: {
        account_id: toPublicId('account', ACCOUNT),
        ...{ name: 'back end', prefix: 'sk_test_Ab12' },
      },
    },
  } as DomainEvent;
}

/** A dispute event of processors. */
export function disputeEvent(
  type: 'dispute.created' | 'dispute.lost',
  change: object = {},
): DomainEvent {
  return {
    ...paymentEvent('payment.created'),
    type,
    data: {
      object: {
        ...{ id: 'dp_1', account_id: toPublicId('account', ACCOUNT) },
        ...{ amount: 4_900, currency: 'EUR', reason: 'product_not_received' },
        ...{ status: 'needs_response', evidence_due_at: '2026-02-07T09:00:00.000Z' },
        ...change,
      },
    },
  } as DomainEvent;
}

/** A failed refund. */
export function failedRefundEvent(): DomainEvent {
  const { data, ...event } = refundEvent();
  const object = { ...(data.object as object), id: 're_1' };
  return { ...event, type: 'refund.failed', data: { object } } as DomainEvent;
}

/** A refund event. */
export function refundEvent(paymentId: Uuid = PAID): DomainEvent {
  const created = paymentEvent('payment.created', { paymentId });
  return {
    ...created,
    type: 'refund.succeeded',
    data: {
      object: {
        payment_id: toPublicId('paymentRequest', paymentId),
        account_id: toPublicId('account', ACCOUNT),
        ...{ amount: 500, currency: 'EUR' },
      },
    },
  } as DomainEvent;
}
