import { listSamples, type SampleServer, serveSamples } from '@florin/contract-tests';
import { parsePublicId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { openDatabase } from '@florin/database';
import { makeClient } from '@florin/grpc';
import { eventually, testKeys } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount, getPlatformAccount } from '../src/accounts/find.ts';
import { openDataHolders } from '../src/clients.ts';
import { collect } from '../src/collection/charges/collect.ts';
import { gatherCharges } from '../src/collection/charges/gather.ts';
import { cancelPayments } from '../src/collection/payments/operations.ts';
import { findOpenMoney } from '../src/customers/anonymize.ts';
import { isSaved } from '../src/customers/methods.ts';
import { makeReadRemote } from '../src/documents/customer-data/peers.ts';
import { balanceAt, sources } from '../src/documents/exports/sources.ts';
import { changeMethod, listSavedMethods, openMethodPage } from '../src/documents/portal/methods.ts';
import type { Charge } from '../src/domain/charge.ts';
import { toCurrency } from '../src/domain/currency.ts';
import type { Customer } from '../src/domain/customer.ts';
import { noDetails } from '../src/domain/parties.ts';
import type { PlanTerms } from '../src/domain/price.ts';
import type { Subscription } from '../src/domain/subscription/model.ts';
import { insertCreditNote } from '../src/invoicing/credit-notes/queries.ts';
import { refundCard } from '../src/invoicing/credit-notes/saga.ts';
import { insertCustomer } from '../src/records/customers-queries.ts';
import type { BillingTables } from '../src/schema.ts';
import { type Billing, createWorld, openShop, startBilling, type World } from './start-billing.ts';

type Fields = Readonly<Record<string, string>>;
type ChargeFields = Parameters<ReturnType<typeof gatherCharges>['charge']>[0];

const samples = listSamples().filter(
  ({ consumer, release }) => consumer === 'billing' && release === 'now',
);
const of = (...rpcs: string[]) => samples.filter(({ rpc }) => rpcs.includes(rpc));

let world: World;
let database: ReturnType<typeof openDatabase<BillingTables>>;
let server: SampleServer;
beforeAll(async () => {
  world = await createWorld();
  database = openDatabase<BillingTables>({ url: world.url, poolSizeMax: 2 }, () => {});
  server = await serveSamples('billing');
});
afterAll(async () => {
  await server.stop();
  await database.close();
  await world.stop();
});

/** Runs with clients of a server, which are closed afterwards. */
async function withClients<Result>(
  { address }: SampleServer,
  run: (clients: ReturnType<typeof clientsOf>) => Promise<Result>,
): Promise<Result> {
  const clients = clientsOf(address);
  try {
    return await run(clients);
  } finally {
    clients.ledger.close();
    clients.accounts.close();
    clients.processors.close();
    clients.history.close();
  }
}

function clientsOf(address: string) {
  const common = {
    self: 'billing',
    addresses: [address],
    callKeys: testKeys('ledger', 'accounts', 'processors'),
  };
  return {
    ledger: makeClient(grpcServices.charges, { ...common, callee: 'ledger' }),
    accounts: makeClient(grpcServices.accounts, { ...common, callee: 'accounts' }),
    history: makeClient(grpcServices.history, { ...common, callee: 'ledger' }),
    processors: makeClient(grpcServices.processors, { ...common, callee: 'processors' }),
  };
}

describe('accounts', () => {
  it.each(of('GetAccount'))('are looked up as the sample says: $given', async (sample) => {
    const { accountId = '' } = sample.request as Fields;
    const found = await withClients(server, ({ accounts }) =>
      findAccount({ accounts }, accountId, 'req_1'),
    );
    const { name = '', currency, timezone, language = '', status } = (sample.reply ?? {}) as Fields;
    expect(found).toEqual(
      sample.error === undefined
        ? {
            ...{ id: accountId, name, currency, timezone, language },
            ...{ isClosed: status === 'closed', returnUrls: expect.any(Array) },
          }
        : undefined,
    );
  });

  it.each(of('GetPlatformAccount'))('sell for the platform: $given', async ({ reply }) => {
    const found = await withClients(server, ({ accounts }) =>
      getPlatformAccount({ accounts }, 'req_1'),
    );
    expect(found.id).toBe(reply?.accountId);
  });
});

/** A monthly plan with this price. */
function buying(amount: bigint): Charge['buys'] {
  const plan: Partial<PlanTerms> = { amount, interval: 'month', intervalCount: 1 };
  return { plan, quantity: 1 } as Charge['buys'];
}

/** A charge that leads to such a request. */
async function collected(fields: Fields) {
  const { accountId = '', key = '', customerEmail, reference = '', amount = '' } = fields;
  const [id = '', ...cause] = key.split(':');
  const customer =
    customerEmail === undefined
      ? undefined
      : await database.db.transaction().execute((tx) =>
          insertCustomer(tx, accountId, {
            ...{
              externalId: null,
              email: customerEmail,
              name: null,
              details: noDetails,
              metadata: {},
            },
          }),
        );
  const parties = customer
    ? { sellerId: accountId, payerAccountId: null, customerId: customer.id }
    : { payerAccountId: accountId };
  const charge: Partial<Charge> = {
    cause: cause.join(':'),
    kind: 'period',
    invoiceId: parsePublicId('invoice', reference) ?? '',
    amount: BigInt(amount),
    currency: toCurrency(fields.currency ?? ''),
    buys: buying(BigInt(amount)),
  };
  return withClients(server, ({ ledger }) =>
    collect(
      { db: database.db, ledger, findEngine: () => undefined },
      { id, ...parties } as Subscription,
      charge as Charge,
      'req_1',
    ),
  );
}

describe('concurrent charges', () => {
  it.each(of('ChargeAll'))('are sent together, as the sample says: $given', async (sample) => {
    const { charges } = sample.request as unknown as { charges: readonly ChargeFields[] };
    const { outcomes } = sample.reply as unknown as { outcomes: readonly Fields[] };
    const answers = await withClients(server, ({ ledger }) => {
      const together = gatherCharges(ledger);
      const context = { requestId: 'req_1', timeoutMs: 60_000 };
      return Promise.allSettled(charges.map((each) => together.charge(each, context)));
    });
    expect(answers).toMatchObject(
      outcomes.map(({ transactionId, error }) =>
        error === ''
          ? { status: 'fulfilled', value: { transactionId } }
          : { status: 'rejected', reason: { code: error } },
      ),
    );
  });
});

describe('refunds', () => {
  it.each(of('RefundInvoice'))('are requested as the sample says: $given', async (sample) => {
    const { accountId = '', invoiceId = '', amount = '', key = '' } = sample.request as Fields;
    await database.db.transaction().execute((tx) =>
      insertCreditNote(tx, {
        ...{ id: key, sellerId: accountId, invoiceId, amount: BigInt(amount), lines: [] },
        ...{ payerAccountId: null, customerId: null, customerReference: 'cus_1', parties: null },
        ...{ invoiceNumber: '1', documentNumber: null, destination: 'card', reason: 'other' },
        ...{
          memo: null,
          currency: toCurrency('EUR'),
          refundId: null,
          createdAt: 0,
          issuedAt: null,
        },
      }),
    );
    const cause = { requestId: 'req_1', idempotencyKey: null };
    const state = { id: key, invoiceId, crediting: '{}', cause, refund: null };
    const outcome = await withClients(server, (clients) =>
      refundCard({ db: database.db, ...clients }, state),
    );
    expect(outcome).toMatchObject(
      sample.error ? { refusal: { status: 409 } } : { id: expect.any(String) },
    );
  });
});

describe('saved payment methods', () => {
  it.each(of('FindSavedMethod'))('are looked up as the sample says: $given', async (sample) => {
    const { accountId = '', savesFor = '', methodId = '' } = sample.request as Fields;
    const found = await withClients(server, ({ processors }) =>
      isSaved({ processors }, { accountId, savesFor, methodId }, 'req_1'),
    );
    expect(found).toBe(sample.error === undefined);
  });
});

describe('payment methods in the portal', () => {
  const someone = (sample: (typeof samples)[number]) => {
    const { accountId = '', savesFor = '' } = sample.request as Fields;
    const id = parsePublicId('customer', savesFor) ?? '';
    return { id, accountId, email: 'ada@example.com' } as Customer;
  };

  it.each(of('ListMethods'))('are listed as the sample says: $given', async (sample) => {
    const found = await withClients(server, ({ processors }) =>
      listSavedMethods(processors, someone(sample), 'req_1'),
    );
    const { methods } = sample.reply as { methods: readonly { id: string }[] };
    expect(found.map(({ id }) => id)).toEqual(methods.map(({ id }) => id));
  });

  it.each(of('MakeMethodDefault', 'RemoveMethod'))(
    'are changed as the sample says: $rpc given $given',
    async (sample) => {
      const { methodId = '' } = sample.request as Fields;
      const action = sample.rpc === 'RemoveMethod' ? 'remove' : 'default';
      const changed = withClients(server, ({ processors }) =>
        changeMethod(processors, someone(sample), { action, methodId }, 'req_1'),
      );
      if (sample.error === undefined) await changed;
      else await expect(changed).rejects.toMatchObject({ code: sample.error });
    },
  );

  it.each(of('OpenMethodPage'))('lead to a page as the sample says: $given', async (sample) => {
    const { returnUrl = '', mandate = '' } = sample.request as Fields;
    const url = await withClients(server, ({ processors }) =>
      openMethodPage(processors, someone(sample), { returnUrl, mandate }, 'req_1'),
    );
    expect(url).toBe((sample.reply as Fields).url);
  });
});

describe('money of a customer', () => {
  it.each(of('FindOpenMoney'))('is looked up as the sample says: $given', async (sample) => {
    const { accountId = '', customerId: id = '' } = sample.request as Fields;
    const customer = { id, accountId, anonymizedAt: null } as Customer;
    const found = withClients(server, (clients) => findOpenMoney(clients, customer, 'req_1'));
    expect(await found).toBeUndefined();
  });
});

describe('the data of a customer', () => {
  it.each(of('ListCustomerData'))('is read as the sample says: $provider', async (sample) => {
    const { limit, ...fields } = sample.request as Fields & { limit: number };
    const { accountId = '', customerId = '', kind = '', page = '' } = fields;
    const addresses = { mailAddresses: [server.address], webhooksAddresses: [server.address] };
    const callKeys = testKeys('mail', 'webhooks');
    const reply = await withClients(server, async (clients) => {
      const { close, ...holders } = openDataHolders({ ...addresses, callKeys });
      const readRemote = makeReadRemote({ ...clients, ...holders });
      const request = { accountId, customerId, kind, page, limit };
      const context = { requestId: 'req_1', timeoutMs: 60_000 };
      return readRemote(request, context).finally(close);
    });
    expect(reply).toEqual(sample.reply);
  });
});

describe('the history of money', () => {
  const types = {
    ListEntries: ['balance_statement', 'entries'],
    ListTransactions: ['transactions', 'transactions'],
    ListPayments: ['payments', 'payments'],
  } as const;

  it.each(of(...Object.keys(types)))('is read as the sample says: $rpc', async (sample) => {
    const { accountId = '', from = '', until = '' } = sample.request as Fields;
    const [type, name] = types[sample.rpc as keyof typeof types];
    const wanted = { accountId, from: Date.parse(from), until: Date.parse(until), place: null };
    const read = await withClients(server, ({ history }) =>
      sources[type].read(
        { db: database.db, history },
        { ...wanted, timezone: 'UTC', requestId: 'req_1', keepOn: async () => {} },
      ),
    );
    expect(read.rows).toHaveLength((sample.reply as Record<string, unknown[]>)[name]?.length ?? -1);
  });

  it.each(of('FindBalance'))('is summed up as the sample says: $given', async (sample) => {
    const { accountId = '', at = '' } = sample.request as Fields;
    const found = withClients(server, ({ history }) =>
      balanceAt({ history }, accountId, Date.parse(at), 'req_1'),
    );
    if (sample.error) await expect(found).rejects.toMatchObject({ code: sample.error });
    else expect(String(await found)).toBe((sample.reply as Fields).available);
  });
});

describe('a saved card', () => {
  const charged = of('ChargeSavedCard').filter(({ error }) => error === undefined);

  it.each(charged)('is charged as the sample says: $given', async (sample) => {
    const { transactionId, declineReason, paymentUrl, declineCode } = (sample.reply ??
      {}) as Fields;
    expect(await collected(sample.request as Fields)).toMatchObject(
      transactionId === ''
        ? { kind: 'failed', reason: declineReason, declineCode, payment: { url: paymentUrl } }
        : { kind: 'paid', transactionId },
    );
  });
});

describe('money', () => {
  it.each(of('Charge', 'RequestPayment'))(
    'is requested as the sample says: $rpc given $given',
    async ({ request, reply, error }) => {
      const outcome = await collected(request as Fields);
      if (error !== undefined) expect(outcome.kind).toBe('failed');
      else expect(outcome).toMatchObject(reply ?? {});
    },
  );
});

describe('a payment request of a canceled invoice', () => {
  it.each(of('CancelPaymentRequest'))('is canceled as the sample says: $given', async (sample) => {
    const { accountId = '', paymentId = '' } = sample.request as Fields;
    const billing = await startBilling(world);
    const actual = await invoiceToCancel(billing);
    // Its own worker must not have done it before.
    await billing.stop();
    world.peers.faults.isUnavailable = false;
    const values = { [accountId]: actual.accountId, [paymentId]: actual.paymentId };
    const own = await serveSamples('billing', values);
    await withClients(own, ({ ledger }) => cancelPayments({ db: database.db, ledger }, null));
    expect(own.unmatched()).toEqual([]);
    expect(own.unsent()).not.toContain(`CancelPaymentRequest given ${sample.given}`);
    await own.stop();
    // A refused cancellation is retried, which must not affect other tests.
    await world.query("update billing.invoices set payment_state = 'ended'");
  });
});

/** Sells, and voids while the ledger is unreachable. */
async function invoiceToCancel(billing: Billing) {
  const shop = await openShop(world, () => billing);
  const { body } = await shop.subscribe({ customer_id: 'c1' });
  const [payment] = await world.peers.paymentRequestsOf(shop.id);
  world.peers.faults.isUnavailable = true;
  await shop.post(`/v1/subscriptions/${body.id}/cancel`);
  await eventually(async () =>
    expect(
      await world.query("select 1 from billing.invoices where payment_state = 'to_cancel'"),
    ).toHaveLength(1),
  );
  return { accountId: shop.id, paymentId: payment?.payment_id ?? '' };
}

it('sends nothing else', () => {
  expect(server.unmatched()).toEqual([]);
  const others = server.unsent().filter((call) => !call.startsWith('CancelPaymentRequest'));
  expect(others).toEqual([]);
});
