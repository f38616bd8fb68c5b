import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@florin/contracts';
import { send } from '@florin/system-kit';
import type { LiveRun } from '../../row.ts';
import { countReads, since } from './count-reads.ts';

/** Lists that each service may read from its standby. */
const LISTS: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  accounts: ['/v1/accounts'],
  ledger: ['/v1/transactions', '/v1/payments'],
  processors: ['/v1/refunds', '/v1/disputes', '/v1/payouts'],
  billing: ['/v1/invoices', '/v1/credit_notes', '/v1/subscriptions', '/v1/customers'],
  webhooks: ['/v1/events', '/v1/audit_log'],
  console: [
    '/v1/search?q=ada',
    '/v1/reports/money',
    '/v1/reports/recurring_revenue',
    '/v1/reports/recurring_revenue/subscriptions',
  ],
};
const TRIES_MAX = 5;
/** Longer than the retry interval of a standby. */
const REST_MS = 1_200;

/** Lists that a healthy standby does not answer, for example because they write; in words. */
export async function readLists(run: LiveRun): Promise<readonly string[]> {
  const wrong: string[] = [];
  const token = await run.people.firstAdmin.token();
  for (const [service, paths] of Object.entries(LISTS))
    for (const path of paths) {
      const found = await readList(run, service as ServiceName, path, token);
      if (found !== undefined) wrong.push(`${path}: ${found}`);
    }
  return wrong;
}

/** A standby may lag for a moment, once; undefined as soon as it has answered. */
async function readList(
  run: LiveRun,
  service: ServiceName,
  path: string,
  token: string,
): Promise<string | undefined> {
  let found = '';
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const before = await countReads(run, [service]);
    const { status, body } = await send(run.florin.url, { method: 'GET', path, token });
    if (status !== 200) return `${status} ${JSON.stringify(body)}`;
    const { standby, primary } = since(before, await countReads(run, [service]));
    if (standby > 0) return undefined;
    found = primary > 0 ? 'the primary answered' : 'it is not read from a standby at all';
    await pause(REST_MS);
  }
  return found;
}
