import { eventSchema, newId } from '@florin/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventOf } from '../../test/nats-server.ts';
import { isPlain, parseEvent } from './parse-event.ts';

const actor = {
  ...{ user_id: newId(), session_id: newId(), api_key_id: null, role: 'owner' },
  ...{ address: '127.0.0.1', operation: 'POST /v1/transactions' },
};
const sound = {
  ...eventOf(newId(), 1, 'sound'),
  account_id: newId(),
  data: { object: { name: 'sound' }, previous: { name: null } },
  request: { id: newId(), idempotency_key: 'key', actor },
};

/** Paths at which the test puts another value. */
const places = [
  ...Object.keys(sound).map((name) => [name]),
  ...[['data', 'object'], ['data', 'previous'], ['data', 'more'], ['more']],
  ...Object.keys(sound.request).map((name) => ['request', name]),
  ...Object.keys(actor).map((name) => ['request', 'actor', name]),
];
const others = fc.oneof(
  fc.constantFrom(undefined, null, 0, 1, -1, 1.5, 2 ** 53, true, '', 'a', [], {}, [{}], { a: 1 }),
  fc.constantFrom('a.b', 'a.b.c', 'A.b', 'a_b.c_d', 'a.b\n', '2026-02-29T00:00:00.000Z'),
  fc.constantFrom('2026-02-28T24:00:00.000Z', '2026-02-28T00:00:00Z', '2024-02-29T00:00:00.000Z'),
  fc.constantFrom(newId().toUpperCase(), `${newId()}\n`, '00000000-0000-0000-0000-000000000000'),
  fc.constantFrom('ffffffff-ffff-ffff-ffff-ffffffffffff', '11111111-1111-9111-8111-111111111111'),
  fc.uuid(),
  fc.string(),
);

/** A valid event with another value at one path, as JSON, so without undefined members. */
function withOther(
  [first = '', ...rest]: readonly string[],
  other: unknown,
  of: object = sound,
): unknown {
  const inner: unknown = Object.entries(of).find(([name]) => name === first)?.[1];
  const isDeeper = rest.length > 0 && typeof inner === 'object' && inner !== null;
  const changed = { ...of, [first]: isDeeper ? withOther(rest, other, inner) : other };
  return JSON.parse(JSON.stringify(changed));
}

describe('an event accepted without the schema', () => {
  it('includes all that services write', () => {
    expect(isPlain(JSON.parse(JSON.stringify(sound)))).toBe(true);
    expect(isPlain(eventOf(newId(), 1, 'of nobody'))).toBe(true);
  });

  it('is accepted by the schema, with the same result', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.constantFrom(...places), others, (place, other) => {
        const value = withOther(place, other);
        if (!isPlain(value)) return;
        plain += 1;
        expect(value).toEqual(eventSchema.parse(value));
      }),
      { numRuns: 5_000 },
    );
    expect(plain).toBeGreaterThan(100);
  });
});

it('is accepted exactly if the schema accepts it', () => {
  const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
  fc.assert(
    fc.property(fc.constantFrom(...places), others, (place, other) => {
      const value = withOther(place, other);
      expect(parseEvent(bytesOf(value)) !== undefined).toBe(eventSchema.safeParse(value).success);
    }),
    { numRuns: 5_000 },
  );
});
