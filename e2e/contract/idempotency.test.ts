import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepare } from './access/ask.ts';
import { makeSide, type Side } from './access/sides.ts';
import { readOperations } from './document.ts';
import { NOWHERE } from './prepare/webhooks.ts';
import { logInAdmin } from './world.ts';

/** Operations that the common test cannot repeat. */
const EXCEPTIONS = [
  // Cannot be repeated: closing the account revokes its tokens.
  'DELETE /v1/account',
  // Each of its items has a key and an outcome of its own.
  'POST /v1/transactions/bulk',
];

/** Values that change a body; each operation accepts some of these. */
const OTHER = {
  name: 'Other',
  metadata: { other: true },
  amount: 7,
  plan: 'business',
  at_period_end: true,
  resumes_at: '2099-01-01T00:00:00Z',
  frozen_time: '2031-01-01',
  overlap_seconds: 60,
  url: `${NOWHERE}/other`,
  to: '2026-02-28',
};

const operations = await readOperations();
const keyed = operations.filter(
  ({ operation, takesKey }) => takesKey && !EXCEPTIONS.includes(operation),
);

let side: Side;
let admin: Awaited<ReturnType<typeof logInAdmin>>;
beforeAll(async () => {
  [side, admin] = await Promise.all([makeSide('A'), logInAdmin()]);
});

describe('an Idempotency-Key', () => {
  it('is accepted by most operations that change something', () => {
    expect(keyed.length).toBeGreaterThan(20);
  });

  it.each(keyed)('returns the first answer again: $operation', async ({ operation, objects }) => {
    const { send, body } = await prepare(operation, side, admin);
    const key = randomUUID();
    const first = await send(body, key);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([
      expect.toSatisfy((status: number) => status < 300),
      null,
    ]);

    const again = await send(body, key);
    // Secrets are returned only once.
    const { secret: _, ...shown } = first.body;
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([
      first.status,
      'true',
      shown,
    ]);

    const change = Object.entries(OTHER).filter(([name]) => objects[0]?.names.includes(name));
    // Empty bodies cannot differ.
    if (change.length === 0) return;
    const other = await send({ ...body, ...Object.fromEntries(change) }, key);
    expect([other.status, other.body.error]).toEqual([422, 'invalid_request']);
  });
});
