import { Writable } from 'node:stream';
import { AppError } from '@florin/contracts';
import { createLog } from '@florin/service';
import { expect, it } from 'vitest';
import { startLease } from './lease.ts';
import type { RevocationBatch } from './revocations.ts';

const log = createLog('gateway', new Writable({ write: (_chunk, _encoding, done) => done() }));

/** Identity's reply: 30 revocations, ten at a time. */
function renew({ appliedRevision }: { readonly appliedRevision?: string }) {
  const applied = Number(appliedRevision ?? 0);
  const sent = appliedRevision === undefined ? 0 : Math.min(applied + 10, 30);
  const revocations = Array.from({ length: sent - applied }, (_, index) => ({
    revision: String(applied + index + 1),
    subject: 'session',
    refuses: true,
    exceptSession: '',
  }));
  const leaseMs = sent === 30 || appliedRevision === undefined ? '3000' : '0';
  return Promise.resolve({ revision: String(sent), revocations, leaseMs, gateways: 1 });
}

it('receives many revocations in several replies, under its current lease', async () => {
  const received: { readonly revision: number; readonly isValid: boolean }[] = [];
  const lease = startLease(
    { renew, endLease: async () => ({}) },
    ({ revision }: RevocationBatch) =>
      received.push({ revision, isValid: received.length > 0 && lease.isValid() }),
    log,
  );
  await expect.poll(() => lease.isValid()).toBe(true);
  lease.onRevision(30);
  await expect.poll(() => received.at(-1)?.revision).toBe(30);
  expect(received.slice(1, 4)).toEqual([
    { revision: 10, isValid: true },
    { revision: 20, isValid: true },
    { revision: 30, isValid: true },
  ]);
  await lease.stop();
});

it('warns once the lease has expired, not when one renewal of a valid lease fails', async () => {
  let failures = 0;
  let isAway = false;
  const wasValid: boolean[] = [];
  const destination = new Writable({
    write(_line, _encoding, done) {
      wasValid.push(lease.isValid());
      done();
    },
  });
  const lease = startLease(
    {
      async renew() {
        if (!isAway) return { revision: '1', revocations: [], leaseMs: '3000', gateways: 1 };
        failures += 1;
        throw new AppError('unavailable', 'identity is busy');
      },
      endLease: async () => ({}),
    },
    () => {},
    createLog('gateway', destination),
  );
  await expect.poll(() => lease.isValid()).toBe(true);
  isAway = true;
  lease.onRevision(2);
  await expect.poll(() => failures).toBeGreaterThan(1);
  await expect.poll(() => wasValid, { timeout: 20_000 }).toEqual([false]);
  await lease.stop();
});
