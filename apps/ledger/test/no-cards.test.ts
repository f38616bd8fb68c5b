import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestPayment } from './payment-builders.ts';
import { goodForm, payBy, visit } from './payment-page.ts';
import { type ProcessorsNeighbour, startProcessors } from './processors-neighbour.ts';
import { startLedger, type TestAccount, type TestLedger, useAccount } from './start-ledger.ts';

let processors: ProcessorsNeighbour;
let without: ProcessorsNeighbour;
let ledger: TestLedger;
let strict: TestLedger;
let account: TestAccount;
beforeAll(async () => {
  processors = await startProcessors();
  without = await startProcessors({ FLORIN_TEST_PROCESSOR: 'refuse' });
  ledger = await startLedger({ processors });
  strict = await startLedger({ on: ledger.database, processors: without });
  account = await ledger.openAccount();
});
afterAll(async () => {
  await strict.stop();
  await ledger.stop();
  await without.stop();
  await processors.stop();
});

describe('a ledger without a payment processor', () => {
  it('refuses a payment request that could never be paid, and says which setting is missing', async () => {
    const { status, body } = await requestPayment(useAccount(strict.call, account.id));
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toContain('FLORIN_TEST_PROCESSOR=allow');
  });

  it.each([
    ['en', 'Card payments are not available here yet'],
    ['de', 'Karten können hier noch nicht angenommen werden'],
    ['fr', 'Le paiement par carte n’est pas encore disponible ici'],
    ['es', 'Aquí todavía no se aceptan tarjetas'],
  ])('shows in %s that no card is accepted, and no form', async (language, said) => {
    const { payment_url } = (await requestPayment(account)).body;
    const { text } = await visit(strict, payment_url, undefined, { 'Accept-Language': language });
    expect(text).toContain(said);
    expect(text).not.toMatch(/<form|<input|Test mode/);
  });

  it('accepts no test card and uses up no attempt', async () => {
    const { id, payment_url } = (await requestPayment(account)).body;
    for (let tries = 0; tries < 6; tries += 1) await visit(strict, payment_url, goodForm);
    const { body } = await account.call('GET', `/v1/payments/${id}`);
    expect(body.status).toBe('pending');
    expect((await payBy(ledger, payment_url)).text).toContain('Paid. Thank you!');
  });
});
