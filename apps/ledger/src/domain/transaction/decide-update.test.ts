import { describe, expect, it } from 'vitest';
import { captured, contextOf, NOW, payment } from '../../../test/builders.ts';
import { decide } from './decide.ts';
import type { Transaction, UpdateTransaction } from './model.ts';

const BEFORE = payment({ reference: 'order 1', metadata: { b: 1, a: { x: [1] } }, version: 7n });

describe('update', () => {
  it.each<[string, Partial<UpdateTransaction>, Partial<Transaction>]>([
    ['sets a reference', { reference: 'order 2' }, { reference: 'order 2' }],
    ['clears a reference', { reference: null }, { reference: null }],
    ['adds a key', { metadata: { c: 2 } }, { metadata: { b: 1, a: { x: [1] }, c: 2 } }],
    ['replaces a value whole', { metadata: { a: { y: 1 } } }, { metadata: { b: 1, a: { y: 1 } } }],
    ['deletes a key by null', { metadata: { b: null } }, { metadata: { a: { x: [1] } } }],
    ['deletes a key by an empty string', { metadata: { b: '' } }, { metadata: { a: { x: [1] } } }],
    ['clears all by null', { metadata: null }, { metadata: {} }],
    [
      'keeps nulls further in',
      { metadata: { b: { c: null } } },
      {
        metadata: { b: { c: null }, a: { x: [1] } },
      },
    ],
  ])('%s', (_title, change, expected) => {
    expect(decideUpdate(BEFORE, change)).toEqual({
      accepted: true,
      transaction: { ...BEFORE, ...expected, version: 8n, updatedAt: NOW },
      movement: null,
    });
  });

  it('keeps the order of keys, and appends new ones', () => {
    const decision = decideUpdate(BEFORE, { metadata: { z: 1, b: 2, c: 3 } });
    expect(metadataOf(decision)).toBe('{"b":2,"a":{"x":[1]},"z":1,"c":3}');
  });

  it('treats __proto__ like any other key', () => {
    const change = JSON.parse('{"__proto__":{"admin":true},"constructor":1}');
    const decision = decideUpdate(payment({ metadata: { a: 1 } }), { metadata: change });
    expect(metadataOf(decision)).toBe('{"a":1,"__proto__":{"admin":true},"constructor":1}');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();

    const again = decideUpdate(accepted(decision), {
      metadata: JSON.parse('{"__proto__":null}'),
    });
    expect(metadataOf(again)).toBe('{"a":1,"constructor":1}');
  });

  it.each<[string, Partial<UpdateTransaction>]>([
    ['nothing is named', {}],
    ['the reference is the same', { reference: 'order 1' }],
    ['the values are the same', { metadata: { a: { x: [1] } } }],
    ['a key to delete is not there', { metadata: { nope: null, no: '' } }],
    ['no key is named', { metadata: {} }],
  ])('leaves the transaction unchanged when %s', (_title, change) => {
    const decision = decideUpdate(BEFORE, change);
    expect(accepted(decision)).toBe(BEFORE);
  });

  it.each([
    ['captured', captured()],
    ['canceled', payment({ status: 'canceled' })],
    ['failed', payment({ status: 'failed' })],
  ])('is possible if the payment is %s', (_title, target) => {
    expect(decideUpdate(target, { reference: 'late' })).toMatchObject({ accepted: true });
  });

  it('is refused if a fixed field is named, whatever else it contains', () => {
    expect(decideUpdate(BEFORE, { fixedFields: ['amount', 'type'], reference: 'x' })).toEqual({
      accepted: false,
      code: 'conflict',
      message: 'amount, type cannot be changed; cancel the transaction or refund it',
    });
  });

  it('includes existing keys in the count', () => {
    const full = payment({ metadata: keys(0, 50) });
    expect(decideUpdate(full, { metadata: { key_0: 'x' } })).toMatchObject({ accepted: true });
    expect(decideUpdate(full, { metadata: { key_0: null, new: 1 } })).toMatchObject({
      accepted: true,
    });
    expect(decideUpdate(full, { metadata: { new: 1 } })).toMatchObject({
      accepted: false,
      code: 'invalid_request',
      message: expect.stringContaining('at most 50 keys and 16384 bytes'),
    });
  });

  it('includes existing bytes in the count', () => {
    const before = payment({ metadata: { a: 'ü'.repeat(8_000) } });
    const room = 16_384 - 16_008 - ',"b":""'.length;
    expect(decideUpdate(before, { metadata: { b: 'x'.repeat(room) } })).toMatchObject({
      accepted: true,
    });
    expect(decideUpdate(before, { metadata: { b: 'x'.repeat(room + 1) } })).toMatchObject({
      accepted: false,
      code: 'invalid_request',
    });
  });
});

function decideUpdate(target: Transaction, change: Partial<UpdateTransaction>) {
  return decide(contextOf({}, target), {
    kind: 'update',
    transactionId: target.id,
    fixedFields: [],
    reference: undefined,
    metadata: undefined,
    ...change,
  });
}

function accepted(decision: ReturnType<typeof decideUpdate>): Transaction {
  if (!decision.accepted) throw new Error(decision.message);
  return decision.transaction;
}

function metadataOf(decision: ReturnType<typeof decideUpdate>): string {
  return JSON.stringify(accepted(decision).metadata);
}

function keys(from: number, to: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: to - from }, (_, index) => [`key_${from + index}`, '']),
  );
}
