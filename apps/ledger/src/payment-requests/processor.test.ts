import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { type PaymentProcessor, PROCESSOR_TIMEOUTS, withTimeouts } from './processor.ts';

const never = () => new Promise<never>(() => {});
const silent: PaymentProcessor = {
  name: 'silent',
  kind: 'form',
  start: never,
  chargeSaved: never,
  lookup: never,
  abandon: never,
};
const soon = { start: 1, chargeSaved: 1, lookup: 1, abandon: 1 };
const attemptId = newId();
const charge = { attemptId, amount: 1n, currency: 'USD' };
const order = { ...charge, card: null, returnUrl: 'https://shop.test' };
const savedOrder = { ...charge, savedBy: 'ref_1' };

it('takes a charge that is not answered for one of which nobody knows what became', async () => {
  const processor = withTimeouts(silent, soon);
  expect(await processor.start(order)).toEqual({ status: 'pending' });
  expect(await processor.chargeSaved(savedOrder)).toEqual({ status: 'pending' });
});

it('takes a question that is not answered for none', async () => {
  const processor = withTimeouts(silent, soon);
  for (const asked of [processor.lookup(attemptId), processor.abandon(attemptId)])
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
});

it('passes on what is answered in time', async () => {
  const taken = { status: 'succeeded', reference: 'ref_2', card: null } as const;
  const answers = async () => taken;
  const processor = withTimeouts({
    ...silent,
    start: answers,
    chargeSaved: answers,
    lookup: answers,
    abandon: answers,
  });
  for (const answer of [
    processor.start(order),
    processor.chargeSaved(savedOrder),
    processor.lookup(attemptId),
    processor.abandon(attemptId),
  ])
    expect(await answer).toEqual(taken);
});

it('bounds every call of a processor', () => {
  const { name, kind, ...calls } = silent;
  expect(Object.keys(PROCESSOR_TIMEOUTS).sort()).toEqual(Object.keys(calls).sort());
});
