import { listSamples, type SampleServer, serveSamples } from '@florin/contract-tests';
import { toPublicId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { testKeys } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessorsClient } from '../src/clients.ts';
import type { PaymentRequest } from '../src/domain/payment-request/model.ts';
import { findPaidInvoice } from '../src/payment-page/invoice.ts';
import { assertNotArchived } from '../src/payments/charge-saved.ts';
import { findPayee } from '../src/payments/payee.ts';
import { type Card, Processors } from '../src/payments/processor.ts';

type Fields = Readonly<Record<string, string>>;

const samples = listSamples().filter(
  ({ consumer, release }) => consumer === 'ledger' && release === 'now',
);
const of = (wanted: string) => samples.filter(({ rpc }) => rpc === wanted);

let server: SampleServer;
let accounts: ReturnType<typeof connectAccounts>;
let processorsClient: ProcessorsClient;
let processors: Processors;
beforeAll(async () => {
  server = await serveSamples('ledger');
  accounts = connectAccounts();
  processorsClient = makeClient(grpcServices.processors, to('processors'));
  processors = new Processors(processorsClient);
});
afterAll(async () => {
  accounts.close();
  processorsClient.close();
  await server.stop();
});

function to<Callee extends 'accounts' | 'processors' | 'billing'>(callee: Callee) {
  const addresses = [server.address];
  return { self: 'ledger', callee, addresses, callKeys: testKeys(callee) } as const;
}

function connectAccounts() {
  return makeClient(grpcServices.accounts, to('accounts'));
}

/** The outcome of a call; an error by its code. */
function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch(({ code }) => code);
}

/** The fields of a reply that the ledger reads. */
function stateOf(reply: object | undefined) {
  const { status, reference, code, cardBrand: brand, cardLast4: last4 } = reply as Fields;
  const card = brand ? { brand, last4 } : null;
  if (status === 'succeeded') return { status, reference, card };
  if (status === 'declined') return { status, reference: reference || null, code, card };
  return { status: status === 'canceled' ? 'abandoned' : status };
}

function attemptOf({ id = '', accountId = '', paymentId = '', ...fields }: Fields) {
  const { processor = '', amount = '', currency = '' } = fields;
  return { id, accountId, paymentId, processor, amount: BigInt(amount), currency };
}

it.each(of('GetAccount'))('looks up the payee as the sample says: $given', async (sample) => {
  const { accountId = '' } = sample.request as Fields;
  const { status, ...payee } = (sample.reply ?? {}) as Fields;
  const known = status === undefined ? undefined : { ...payee, isClosed: status === 'closed' };
  expect(await findPayee(accounts, accountId, 'req_1')).toEqual(known);
});

it.each(of('FindCustomer'))('checks whether a customer is archived: $given', async (sample) => {
  const { accountId = '', customerId = '' } = sample.request as Fields;
  const billing = makeClient(grpcServices.billing, to('billing'));
  const asked = assertNotArchived(billing, { accountId, customerId, methodId: null }, 'req_1');
  expect(await outcomeOf(asked)).toBe(sample.error ? undefined : 'invalid_request');
  billing.close();
});

describe('charges', () => {
  it.each(of('ListWays'))('can be created as the sample says: $given', async (sample) => {
    const { accountId = '', currency = '' } = sample.request as Fields;
    const { ways } = sample.reply as { ways: readonly Fields[] };
    const known = ways.map(({ processor, kind }) => ({ processor, kind }));
    const asked = { accountId, currency } as Parameters<Processors['listWays']>[0];
    expect(await processors.listWays(asked, 'req_1')).toEqual(known);
  });

  it.each(of('Authorize'))('begin as the sample says: $given', async (sample) => {
    const fields = sample.request as Fields;
    const { card } = sample.request as unknown as { card: Card };
    const { customerEmail = '', description = '', returnUrl = '', savesFor, mandate } = fields;
    const { customerId } = fields;
    const order = {
      ...attemptOf(fields),
      ...{ customerEmail, description, returnUrl, card },
      savesFor: savesFor || null,
      customerId: customerId || null,
      consentText: mandate || null,
    };
    expect(await outcomeOf(processors.start(order, 'req_1'))).toEqual(
      sample.error ?? stateOf(sample.reply),
    );
  });

  it.each(of('FindSavedMethod'))('find a saved card as the sample says: $given', async (sample) => {
    const { accountId = '', savesFor = '', methodId = '' } = sample.request as Fields;
    const { methodId: id, processor } = (sample.reply ?? {}) as Fields;
    const found = sample.reply && { id, processor };
    expect(await processors.findSaved({ accountId, savesFor, methodId }, 'req_1')).toEqual(found);
  });

  it.each(of('ChargeSaved'))(
    'are made by a saved card as the sample says: $given',
    async (sample) => {
      const { methodId = '', description = '', ...fields } = sample.request as Fields;
      const attempt = { ...attemptOf(fields), description };
      const declined = { status: 'declined', reference: null, code: 'generic_decline', card: null };
      expect(await processors.chargeSaved(attempt, methodId, 'req_1')).toEqual(
        sample.error ? declined : stateOf(sample.reply),
      );
    },
  );

  it.each(of('ListMoneyBack'))(
    'are refunded and disputed as the sample says: $given',
    async (sample) => {
      const { paymentIds } = sample.request as { readonly paymentIds: readonly string[] };
      const { payments } = sample.reply as { readonly payments: readonly Fields[] };
      const found = await processors.listMoneyBack(paymentIds, 'req_1');
      expect(
        [...found].map(([paymentId, { refunded, disputed }]) => ({
          paymentId,
          refunded: `${refunded}`,
          disputed: `${disputed}`,
        })),
      ).toEqual(payments);
    },
  );

  it.each(of('FindCharge'))('are queried as the sample says: $given', async (sample) => {
    const { id = '', accountId = '' } = sample.request as Fields;
    expect(await processors.lookup({ id, accountId }, 'req_1')).toEqual(stateOf(sample.reply));
  });

  it.each(of('CancelCharge'))('are abandoned as the sample says: $given', async (sample) => {
    const attempt = attemptOf(sample.request as Fields);
    expect(await processors.abandon(attempt, 'req_1')).toEqual(stateOf(sample.reply));
  });
});

it.each(of('DescribePayment'))(
  'reads the paid invoice as the sample says: $given',
  async (sample) => {
    const { accountId = '', paymentId: id = '', invoiceId = '' } = sample.request as Fields;
    const billing = makeClient(grpcServices.billing, to('billing'));
    const payment = {
      ...{ id, accountId, key: 'charge:1' },
      metadata: { invoice_id: toPublicId('invoice', invoiceId) },
    } as unknown as PaymentRequest;
    const found = await findPaidInvoice(billing, payment, 'req_1').finally(() => billing.close());
    const { invoiceNumber } = (sample.reply ?? {}) as Fields;
    expect(found?.number).toBe(invoiceNumber);
    const { hasEnded, lines = [] } = (sample.reply ?? {}) as {
      readonly hasEnded?: boolean;
      readonly lines?: readonly { readonly name: string; readonly amount: string }[];
    };
    expect(found?.hasEnded).toBe(hasEnded);
    expect(found?.lines.map(({ name, amount }) => [name, amount]) ?? []).toEqual(
      lines.map(({ name, amount }) => [name, BigInt(amount)]),
    );
    // Requests of clients cause no call to billing.
    expect(await findPaidInvoice(undefined, { ...payment, key: null }, 'req_1')).toBeUndefined();
  },
);

it('sends nothing else', () => {
  expect(server.unmatched()).toEqual([]);
  expect(server.unsent()).toEqual([]);
});
