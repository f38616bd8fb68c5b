import { type Arrange, replaySample, samplesFor } from '@florin/contract-tests';
import { newId } from '@florin/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectCharges } from './charges-caller.ts';
import { connectFunds } from './funds-caller.ts';
import { payBy, tryToPay } from './payment-page.ts';
import { startLedger, type TestLedger, useAccount } from './start-ledger.ts';

type Fields = Readonly<Record<string, string>>;

/** The processor reports the payment of this card later. */
const PAYS_LATER = '4000000000000119';
const context = { requestId: 'test', timeoutMs: 5_000 };

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger({ withProcessors: true });
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
  const billing = connectCharges(ledger);
  const request = { accountId, amount: 500, currency: 'USD', key: newId(), reference: 'invoice 1' };
  const customer = { customerEmail: 'grace@example.com', metadata: '{}', expiresAt: '', savesFor };
  const payment = await billing.requestPayment({ ...request, ...customer }, context);
  billing.close();
  return payment;
}

/** Pays an invoice's page, which saves the card. */
async function saveCard({ accountId = '', savesFor = '' }: Fields, number?: string) {
  const made = await requestPayment(await open(accountId), savesFor);
  await payBy(ledger, made.paymentUrl, number);
}

/** Sets 300 of 1000 aside, with the key that the sample names. */
async function withdraw({ accountId = '', key = '' }: Fields, outcome?: 'returned') {
  const funds = connectFunds(ledger);
  await funds.withdraw(await open(accountId, 1_000), 300, key);
  if (outcome) await funds.end(accountId, key, outcome);
  funds.close();
}

const states: Record<string, Arrange> = {
  nothing: async () => {},
  'an open balance': async ({ accountId }) => {
    await open(accountId);
  },
  'a balance of 1000 USD': async ({ accountId }) => {
    await open(accountId, 1_000);
  },
  'a closed balance': async ({ accountId }) => {
    await ledger.client.closeBalance({ accountId: await open(accountId) }, context);
  },
  'a withdrawal under way': async (fields) => {
    await withdraw(fields);
  },
  'a withdrawal that was returned': async (fields) => {
    await withdraw(fields, 'returned');
  },
  'a payment request that is being paid': async ({ accountId, paymentId, attemptId }) => {
    const made = await requestPayment(await open(accountId));
    await tryToPay(ledger, made.paymentUrl, PAYS_LATER);
    const { rows } = await ledger.superuser.query(
      'select id from payment_attempts where payment_id = $1',
      [made.paymentId],
    );
    return { [paymentId ?? '']: made.paymentId, [attemptId ?? '']: rows[0].id };
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
