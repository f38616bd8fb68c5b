import { expect, it } from 'vitest';
import { findFlaw, type Step } from './histories.ts';

/** `created pending, succeeded succeeded`: each event type with its status. */
function steps(text: string): readonly Step[] {
  return text.split(', ').map((step, index) => {
    const [type, status = ''] = step.split(' ');
    return { sequence: index + 1, type: `transaction.${type}`, status };
  });
}

it.each([
  'created succeeded',
  'created failed',
  'created pending',
  'created pending, updated pending, canceled canceled',
  'created pending, succeeded succeeded, updated succeeded, updated succeeded',
])('takes %s', (text) => {
  expect(findFlaw(steps(text))).toBeUndefined();
});

it.each([
  ['updated pending', 'transaction.updated is number 1'],
  ['created pending, created pending', 'transaction.created is number 2'],
  [
    'created pending, succeeded succeeded, canceled canceled',
    'it was succeeded and became canceled',
  ],
  [
    'created pending, succeeded succeeded, succeeded succeeded',
    'transaction.succeeded changed nothing',
  ],
  ['created pending, updated succeeded', 'it became succeeded by transaction.updated'],
])('refuses %s', (text, flaw) => {
  expect(findFlaw(steps(text))).toBe(flaw);
});

it('refuses a gap', () => {
  const [first] = steps('created pending');
  const late = { sequence: 3, type: 'transaction.canceled', status: 'canceled' };
  expect(findFlaw(first ? [first, late] : [])).toBe('number 2 is missing');
});
