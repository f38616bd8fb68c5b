import { listSamples, type SampleServer, serveSamples } from '@florin/contract-tests';
import { toPublicId } from '@florin/contracts';
import { type Currency, parseCurrency } from '@florin/money';
import { testKeys } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, openBilling, openLedger } from '../src/clients.ts';
import type { Charge } from '../src/domain/charge.ts';
import type { Withdrawal } from '../src/domain/funds.ts';

type Fields = Readonly<Record<string, string>>;

const samples = listSamples().filter(
  ({ consumer, release }) => consumer === 'processors' && release === 'now',
);
const of = (wanted: string) => samples.filter(({ rpc }) => rpc === wanted);

let server: SampleServer;
let ledger: ReturnType<typeof openLedger>;
beforeAll(async () => {
  server = await serveSamples('processors');
  ledger = openLedger({ ledgerAddresses: [server.address], callKeys: testKeys('ledger') });
});
afterAll(async () => {
  ledger.close();
  await server.stop();
});

/** Result of a call; an error as its code. */
function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch(({ code }) => code);
}

function currencyOf({ currency = '' }: Fields): Currency {
  const parsed = parseCurrency(currency);
  if (!parsed) throw new Error(`${currency} is no currency`);
  return parsed;
}

function moneyOf(fields: Fields) {
  const { accountId = '', key = '', amount = '', reference = '', metadata = '' } = fields;
  return {
    accountId,
    key,
    amount: BigInt(amount),
    currency: currencyOf(fields),
    reference: reference === '' ? null : reference,
    metadata: JSON.parse(metadata),
  };
}

describe('the money of an invoice', () => {
  let billing: ReturnType<typeof openBilling>;
  beforeAll(() => {
    billing = openBilling({ billingAddresses: [server.address], callKeys: testKeys('billing') });
  });
  afterAll(() => billing?.close());

  it.each(of('ReserveRefund'))('is reserved as in the sample: $given', async (sample) => {
    const {
      accountId = '',
      invoiceId = '',
      paymentId = '',
      refundId = '',
      ...amounts
    } = sample.request as Fields;
    const { amountPaid = '', amount = '' } = amounts;
    const asked = { amountPaid: BigInt(amountPaid), amount: BigInt(amount), takesLess: false };
    const reserved = billing?.invoices.reserve({
      ...{ accountId, invoiceId, paymentId, refundId },
      ...asked,
      requestId: 'req_1',
    });
    const { amount: reply } = (sample.reply ?? {}) as Fields;
    // A payment without an invoice reserves nothing.
    const refused = sample.error === 'not_found' ? undefined : sample.error;
    expect(await outcomeOf(reserved ?? Promise.resolve())).toEqual(reply ? BigInt(reply) : refused);
  });

  it.each(of('FindCustomer'))(
    'is looked up with its customer as in the sample: $given',
    async (sample) => {
      const { accountId = '', customerId = '' } = sample.request as Fields;
      const customer = toPublicId('customer', customerId);
      const isArchived = await billing?.isArchived({ accountId, customer }, 'req_1');
      expect(isArchived).toBe(sample.error === undefined);
    },
  );

  it.each(of('ReleaseRefund'))('is released as in the sample: $given', async (sample) => {
    const { invoiceId = '', refundId = '' } = sample.request as Fields;
    await billing?.invoices.release(invoiceId, refundId, 'req_1');
  });

  it.each(of('RecordMoneyBack'))('is recorded as in the sample: $given', async (sample) => {
    const { accountId = '', invoiceId = '', paymentId = '', ...made } = sample.request as Fields;
    const { refundId = '', disputeId = '', disputeStatus = '', amount = '' } = made;
    await billing?.invoices.record({
      ...{ accountId, invoiceId, paymentId, amount: BigInt(amount), requestId: 'req_1' },
      amountPaid: BigInt(made.amountPaid ?? ''),
      about: refundId === '' ? { disputeId, disputeStatus } : { refundId },
    });
  });
});

describe('money', () => {
  it.each(of('Withdraw'))('leaves as in the sample: $given', async (sample) => {
    const fields = sample.request as Fields;
    const { purpose, ends } = sample.request as unknown as Pick<Withdrawal, 'purpose' | 'ends'>;
    const amountMin = BigInt(fields.amountMin ?? '');
    const withdrawal = { ...moneyOf(fields), amountMin, purpose, ends };
    const { transactionId, amount = '' } = (sample.reply ?? {}) as Fields;
    expect(await outcomeOf(ledger.funds.withdraw(withdrawal, 'req_1'))).toEqual(
      sample.error ?? { transactionId, amount: BigInt(amount) },
    );
  });

  it.each(of('EndWithdrawal'))('ends as in the sample: $given', async (sample) => {
    const { accountId = '', key = '', outcome } = sample.request as Fields;
    const end = outcome === 'paid' ? 'paid' : 'returned';
    expect(await outcomeOf(ledger.funds.end({ accountId, key }, end, 'req_1'))).toBe(sample.error);
  });

  it.each(of('Deposit'))('is deposited as in the sample: $given', async (sample) => {
    const money = moneyOf(sample.request as Fields);
    expect(await outcomeOf(ledger.funds.deposit(money, 'req_1'))).toEqual(
      sample.error ?? sample.reply,
    );
  });
});

describe('an account', () => {
  it.each(of('GetAccount'))('is looked up as in the sample: $given', async (sample) => {
    const { accountId = '' } = sample.request as Fields;
    const accounts = openAccounts({
      accountsAddresses: [server.address],
      callKeys: testKeys('accounts'),
    });
    const payee = await accounts.findPayee(accountId, 'req_1');
    accounts.close();
    expect(payee?.mayLeadTo('https://shop.example/')).toBe(sample.error ? undefined : false);
  });
});

describe('the end of a charge', () => {
  it.each(of('FinishAttempt'))('is reported as in the sample: $given', async (sample) => {
    const { accountId, paymentId, attemptId: id, ...fields } = sample.request as Fields;
    const { status, reference, code, cardBrand: brand, cardLast4: last4 } = fields;
    const charge = {
      ...{ id, paymentId, status, merchant: { accountId } },
      ...{
        reference: reference || null,
        code: code || null,
        card: brand ? { brand, last4 } : null,
      },
    };
    expect(await outcomeOf(ledger.reportEnd(charge as Charge))).toBe(sample.error);
  });
});

it('sends nothing else', () => {
  expect(server.unmatched()).toEqual([]);
  expect(server.unsent()).toEqual([]);
});
