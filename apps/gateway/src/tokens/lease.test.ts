import { Writable } from 'node:stream';
import { createLog } from '@florin/service';
import { expect, it } from 'vitest';
import { startLease } from './lease.ts';
import type { News } from './revocations.ts';

const log = createLog('gateway', new Writable({ write: (_chunk, _encoding, done) => done() }));

/** What identity tells of 30 revocations, ten in a reply. */
function renew({ appliedRevision }: { readonly appliedRevision?: string }) {
  const applied = Number(appliedRevision ?? 0);
  const told = appliedRevision === undefined ? 0 : Math.min(applied + 10, 30);
  const revocations = Array.from({ length: told - applied }, (_, index) => ({
    revision: String(applied + index + 1),
    subject: 'session',
    refuses: true,
    exceptSession: '',
  }));
  const leaseMs = told === 30 || appliedRevision === undefined ? '3000' : '0';
  return Promise.resolve({ revision: String(told), revocations, leaseMs, gateways: 1 });
}

it('hears of many revocations in several replies, by the lease that it has', async () => {
  const heard: { readonly revision: number; readonly isValid: boolean }[] = [];
  const lease = startLease(
    { renew, endLease: async () => ({}) },
    ({ revision }: News) => heard.push({ revision, isValid: heard.length > 0 && lease.isValid() }),
    log,
  );
  await expect.poll(() => lease.isValid()).toBe(true);
  lease.hear(30);
  await expect.poll(() => heard.at(-1)?.revision).toBe(30);
  expect(heard.slice(1, 4)).toEqual([
    { revision: 10, isValid: true },
    { revision: 20, isValid: true },
    { revision: 30, isValid: true },
  ]);
  await lease.stop();
});
