import { newId, toPublicId } from '@florin/contracts';
import { callService, eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Movement, statementOf } from './bank.ts';
import { order, startProcessors } from './start-processors.ts';

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors({ currency: 'EUR' });
});
afterAll(() => florin.stop());

const context = { requestId: 'test', timeoutMs: 5_000 };
const admin = { userId: newId(), accountId: newId(), role: 'admin' } as const;
const ask = (method: string, path: string, body?: object, idempotencyKey?: string) =>
  callService('processors', florin.httpPort, method, path, {
    caller: admin,
    ...(body && { body }),
    ...(idempotencyKey && { idempotencyKey }),
  });
const send = (movements: readonly Movement[]) =>
  ask('POST', '/v1/bank_statements', {
    format: 'camt.053',
    content: statementOf(movements).toString(),
  });
const counts = (answer: Awaited<ReturnType<typeof send>>) => {
  const { entry_count, known_count, matched_count, unmatched_count } = answer.body.statements[0];
  return [entry_count, known_count, matched_count, unmatched_count];
};

/** A customer of a new account with an expected transfer. */
async function waiting(amount = 1_230) {
  const accountId = await florin.openAccount();
  const paymentId = newId();
  const request = {
    ...order(accountId, paymentId, '', amount),
    currency: 'EUR',
    processor: 'bank_transfer',
    card: null,
  };
  const begun = await florin.client.authorize(request, context);
  const reference = begun.transfer?.reference ?? '';
  const status = async () =>
    (await florin.client.findCharge({ id: request.id, accountId }, context)).status;
  return { id: request.id, accountId, paymentId, reference, begun, status };
}

/** Unmatched money, by the text of its payer. */
async function unmatched(text: string) {
  const { body } = await ask('GET', '/v1/unmatched_money?limit=100');
  return body.data.find((each: { remittance: string }) => each.remittance === text);
}

describe('a bank transfer', () => {
  it('shows an account and a reference, and is paid once it is in a statement', async () => {
    const { begun, reference, status } = await waiting();
    expect(begun).toMatchObject({
      status: 'transfer',
      transfer: { name: 'Shop', iban: 'DE89370400440532013000', bic: '' },
    });
    expect(await status()).toBe('transfer');
    const movement = { amount: 1_230n, text: `Rechnung ${reference}`, name: newId() };
    expect(counts(await send([movement]))).toEqual([1, 0, 1, 0]);
    expect(await status()).toBe('succeeded');
    // The bank sends the day again, with another movement.
    const again = await send([movement, { amount: 5n, text: 'hello', isDebit: true }]);
    expect(counts(again)).toEqual([2, 1, 0, 0]);
  });

  it('pays once, also for concurrent imports of the same statement', async () => {
    const { reference, status } = await waiting();
    const movement = { amount: 1_230n, text: reference, name: newId() };
    const answers = await Promise.all([1, 2, 3].map(() => send([movement])));
    const sums = answers.map(counts).reduce((a, b) => a.map((one, at) => one + b[at]));
    expect(sums).toEqual([3, 2, 1, 0]);
    expect(await status()).toBe('succeeded');
  });

  it('paid twice needs a person', async () => {
    const { reference } = await waiting();
    const twice = [1, 2].map(() => ({ amount: 1_230n, text: `twice ${reference}` }));
    expect(counts(await send(twice))).toEqual([2, 0, 1, 1]);
    expect(await unmatched(`twice ${reference}`)).toMatchObject({
      status: 'open',
      reason: 'paid_before',
    });
  });

  it('canceled by its customer pays nothing any more', async () => {
    const { id, accountId, paymentId, reference } = await waiting();
    const stopped = await florin.client.cancelCharge(
      { id, paymentId, accountId, processor: 'bank_transfer', amount: '1230', currency: 'EUR' },
      context,
    );
    expect(stopped.status).toBe('canceled');
    await send([{ amount: 1_230n, text: `late ${reference}` }]);
    expect(await unmatched(`late ${reference}`)).toMatchObject({ reason: 'canceled' });
  });
});

describe('unmatched money', () => {
  it('is assigned to its payment, once', async () => {
    const { accountId, paymentId, status } = await waiting();
    const text = `my invoice ${paymentId}`;
    await send([{ amount: 1_230n, text }]);
    const { id } = await unmatched(text);
    const body = { payment_id: toPublicId('paymentRequest', paymentId) };
    const path = `/v1/unmatched_money/${id}/assign`;
    const assigned = await ask('POST', path, body, 'a');
    expect([assigned.status, assigned.body]).toMatchObject([
      200,
      { ...body, status: 'assigned', account_id: toPublicId('account', accountId) },
    ]);
    expect((await ask('POST', path, body, 'a')).body).toEqual(assigned.body);
    expect((await ask('POST', path, body)).status).toBe(409);
    expect(await status()).toBe('succeeded');
  });

  it('below the amount does not pay, and is deposited on the chosen account', async () => {
    const { accountId, paymentId, reference, status } = await waiting();
    const text = `a part of ${reference}`;
    await send([{ amount: 1_000n, text }]);
    const { id, reason } = await unmatched(text);
    expect(reason).toBe('other_amount');
    const path = `/v1/unmatched_money/${id}/assign`;
    const payment_id = toPublicId('paymentRequest', paymentId);
    const refused = await ask('POST', path, { payment_id });
    expect([refused.status, refused.body.message]).toMatchObject([
      409,
      expect.stringContaining('other_amount'),
    ]);
    const account_id = toPublicId('account', accountId);
    const all = await Promise.all([1, 2, 3].map(() => ask('POST', path, { account_id })));
    expect(all.map((one) => one.status).toSorted()).toEqual([200, 409, 409]);
    expect(await florin.partsOf(accountId)).toEqual([1_000, 0, -1_000]);
    expect(await status()).toBe('transfer');
  });

  it('stays if the chosen account cannot receive it', async () => {
    const text = `without a match ${newId()}`;
    await send([{ amount: 1n, text }]);
    const { id } = await unmatched(text);
    const path = `/v1/unmatched_money/${id}/assign`;
    const refused = await ask('POST', path, { account_id: toPublicId('account', newId()) });
    expect(refused.status).toBe(404);
    expect(await unmatched(text)).toMatchObject({ status: 'open', account_id: null });
  });

  it('is marked as returned with a note, as is money that the bank has taken back', async () => {
    const text = `wrong account ${newId()}`;
    await send([{ amount: 70n, text, isDebit: true, isReversal: true }]);
    const { id, reason, direction } = await unmatched(text);
    expect([reason, direction]).toEqual(['reversal', 'debit']);
    const assign = await ask('POST', `/v1/unmatched_money/${id}/assign`, {
      account_id: toPublicId('account', newId()),
    });
    expect(assign.status).toBe(409);
    const body = { note: 'sent back on 21 November' };
    const path = `/v1/unmatched_money/${id}/return`;
    expect((await ask('POST', path, body)).body).toMatchObject({ ...body, status: 'returned' });
    expect((await ask('POST', path, body)).status).toBe(409);
  });
});

describe('a statement of another bank account', () => {
  const csv = (change: object) => ({
    format: 'csv',
    content: `day;sum;what\n20.11.2026;12,30;REFERENCE\n`,
    csv: {
      ...{ delimiter: ';', decimal_mark: ',', date_format: 'DD.MM.YYYY', currency: 'EUR' },
      columns: { booking_date: 'day', amount: 'sum', remittance: 'what' },
      ...change,
    },
  });
  const camt = (from: string, to: string) => ({
    format: 'camt.053',
    content: statementOf([{ amount: 1_230n, text: 'REFERENCE' }])
      .toString()
      .replace(from, to),
  });
  const OURS = 'DE89370400440532013000';
  const OTHERS = 'DE02120300000000202051';

  it.each([
    ['camt.053 of another IBAN', camt(OURS, OTHERS), OTHERS],
    ['camt.053 in another currency', camt('<Ccy>EUR', '<Ccy>CHF'), 'is in CHF'],
    [
      'camt.053 without an account',
      camt(`<IBAN>${OURS}</IBAN>`, '<Othr></Othr>'),
      'names no bank account',
    ],
    ['CSV of another IBAN', csv({ account_number: OTHERS }), OTHERS],
    ['CSV without an account', csv({}), 'csv.account_number'],
    ['CSV in another currency', csv({ account_number: OURS, currency: 'CHF' }), 'is in CHF'],
  ])('pays nothing, and is not stored: %s', async (_, body, message) => {
    const { reference, status } = await waiting();
    const before = await florin.query('select id from processors.bank_entries order by id');
    const content = body.content.replace('REFERENCE', reference);
    const refused = await ask('POST', '/v1/bank_statements', { ...body, content });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    expect(refused.body.message).toContain(message);
    expect(await status()).toBe('transfer');
    const after = await florin.query('select id from processors.bank_entries order by id');
    expect(after).toEqual(before);
  });

  it('is distinguished from ours: the same lines on our account pay', async () => {
    for (const body of [csv({ account_number: OURS }), camt('REFERENCE', 'REFERENCE')]) {
      const { reference, status } = await waiting();
      const content = body.content.replace('REFERENCE', reference);
      const taken = await ask('POST', '/v1/bank_statements', { ...body, content });
      expect([taken.status, await status()]).toEqual([201, 'succeeded']);
    }
  });
});

it('an unreadable statement is refused with the line, and stored not at all', async () => {
  const text = `unassigned ${newId()}`;
  const content = statementOf([{ amount: 5n, text }])
    .toString()
    .replace('</Stmt>', '<Ntry/></Stmt>');
  const refused = await ask('POST', '/v1/bank_statements', { format: 'camt.053', content });
  expect([refused.status, refused.body.message]).toMatchObject([
    400,
    expect.stringMatching(/^line \d+/),
  ]);
  expect(await unmatched(text)).toBeUndefined();
});

it('incoming money is settled, and equals the known amount', async () => {
  const { reference, status } = await waiting(7_777);
  await send([{ amount: 7_777n, text: reference }]);
  expect(await status()).toBe('succeeded');
  await eventually(async () => {
    const lines = await florin.query<{ about: string }>(
      'select about, kind, gross::int as gross from processors.bank_lines where about = $1',
      [reference],
    );
    expect(lines).toEqual([{ about: reference, kind: 'charge', gross: 7_777 }]);
  });
});
