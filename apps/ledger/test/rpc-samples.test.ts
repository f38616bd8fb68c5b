import { type Arrange, replaySample, samplesFor } from '@florin/contract-tests';
import { newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { testKeys } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payBy } from './payment-page.ts';
import { startLedger, type TestLedger, useAccount } from './start-ledger.ts';

type Fields = Readonly<Record<string, string>>;

const context = { requestId: 'test', timeoutMs: 5_000 };

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  await ledger.stop();
});

async function open(id = '', credit = 0): Promise<string> {
  await ledger.client.openBalance({ accountId: id, currency: 'USD' }, context);
  if (credit > 0) await useAccount(ledger.call, id).create({ type: 'credit', amount: credit });
  return id;
}

async function requestPayment(accountId: string, savesFor = '') {
  const billing = makeClient(grpcServices.charges, {
    self: 'billing',
    callee: 'ledger',
    addresses: [`127.0.0.1:${ledger.grpcPort}`],
    callKeys: testKeys('ledger'),
  });
  const request = { accountId, amount: 500, currency: 'USD', key: newId(), reference: 'invoice 1' };
  const customer = { customerEmail: 'grace@example.com', metadata: '{}', expiresAt: '', savesFor };
  const payment = await billing.requestPayment({ ...request, ...customer }, context);
  billing.close();
  return payment;
}

/** Has an invoice's page paid, which saves the card. */
async function saveCard({ accountId = '', savesFor = '' }: Fields, number?: string) {
  const made = await requestPayment(await open(accountId), savesFor);
  await payBy(ledger, made.paymentUrl, number);
}

const states: Record<string, Arrange> = {
  nothing: async () => {},
  'an open balance': async ({ accountId }) => {
    await open(accountId);
  },
  'a balance of 1000 USD': async ({ accountId }) => {
    await open(accountId, 1_000);
  },
  'a pending payment request': async ({ accountId, paymentId }) => {
    const made = await requestPayment(await open(accountId));
    return { [paymentId ?? '']: made.paymentId };
  },
  'a saved card': async (fields) => {
    await saveCard(fields);
  },
  'a saved card that declines': async (fields) => {
    await saveCard(fields, '4000000000000341');
  },
  'a paid payment request': async ({ accountId, paymentId }) => {
    const made = await requestPayment(await open(accountId));
    await payBy(ledger, made.paymentUrl);
    return { [paymentId ?? '']: made.paymentId };
  },
};

it.each(samplesFor('ledger'))(
  'answers $consumer of $release: $rpc given $given',
  async (sample) => {
    const { grpcPort } = ledger;
    const { wanted, got } = await replaySample(sample, states, { name: 'ledger', grpcPort });
    expect(got).toMatchObject(wanted);
  },
);
