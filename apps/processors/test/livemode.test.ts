import { newAccountId, newId } from '@florin/contracts';
import { callService } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Processor } from '../src/contract/processor.ts';
import { makeRegistry, mustHave } from '../src/registry.ts';
import { statementOf } from './bank.ts';
import { order, startProcessors } from './start-processors.ts';

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors({ currency: 'EUR' });
});
afterAll(() => florin.stop());

const context = { requestId: 'test', timeoutMs: 5_000 };

it('offers an account only payment methods of its own mode', async () => {
  const waysOf = async (livemode: boolean) => {
    const asked = { accountId: newAccountId(livemode), currency: 'EUR' };
    return (await florin.client.listWays(asked, context)).ways.map(({ processor }) => processor);
  };
  expect(await waysOf(true)).toEqual([]);
  expect(await waysOf(false)).toEqual(['bank_transfer', 'test']);
});

it.each(['test', 'bank_transfer', 'nobody'])(
  'refuses %s of test mode for a live account, for every caller',
  async (processor) => {
    const request = { ...order(newAccountId(true), newId(), '4242424242424242', 100), processor };
    await expect(florin.client.authorize(request, context)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const stored = await florin.query('select id from processors.charges where id = $1', [
      request.id,
    ]);
    expect(stored).toEqual([]);
  },
);

it('credits no test money to orders of a live account', async () => {
  const request = {
    ...order(newAccountId(false), newId(), '', 700),
    ...{ currency: 'EUR', processor: 'bank_transfer', card: null },
  };
  const { transfer } = await florin.client.authorize(request, context);
  const read = async () => {
    const content = statementOf([{ amount: 700n, text: transfer?.reference ?? '', name: newId() }]);
    const { body } = await callService(
      'processors',
      florin.httpPort,
      'POST',
      '/v1/bank_statements',
      {
        caller: { userId: newId(), accountId: newId(), role: 'admin' },
        body: { format: 'camt.053', content: content.toString() },
      },
    );
    return body.statements[0];
  };
  const own = (accountId: string) =>
    florin.query('update processors.bank_orders set account_id = $2 where id = $1', [
      request.id,
      accountId,
    ]);
  await own(newAccountId(true));
  expect(await read()).toMatchObject({ livemode: false, matched_count: 0, unmatched_count: 1 });
  // The same order would be paid in test mode.
  await own(request.accountId);
  expect(await read()).toMatchObject({ matched_count: 1 });
});

it('calls no processor whose key is now of the other mode', () => {
  const stripe = { name: 'stripe', livemode: true } as Processor;
  const registry = makeRegistry([stripe], () => true);
  const begun = { processor: 'stripe', livemode: false };
  expect(registry.of(begun)).toBeUndefined();
  expect(() => mustHave(registry, begun)).toThrow('is no longer configured in test mode');
  expect(mustHave(registry, { ...begun, livemode: true })).toBe(stripe);
  expect(registry.openFor(newAccountId(false))).toEqual([]);
  expect(registry.openFor(newAccountId(true))).toEqual([stripe]);
});
