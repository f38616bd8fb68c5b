import type { Answer } from '@florin/system-kit';
import type { Holder } from '../clients/people.ts';
import type { LiveRun } from '../row.ts';

/** Subscribes to a plan, paid from the account's own balance by default. */
export function subscription(accountId: string, fields: object = {}) {
  const body = { customer_id: accountId, plan: 'basic', ...fields };
  return { method: 'POST', path: '/v1/subscriptions', body } as const;
}

/** Sends a request of an account that must succeed. */
export async function mustAs(
  { people }: LiveRun,
  holder: Holder,
  request: { readonly method: string; readonly path: string; readonly body?: unknown },
): Promise<Answer['body']> {
  return people.must(async () => ({ ...request, token: await holder.token() }));
}

/** Runs an action this many times, a few in parallel. */
export async function inTurns(
  count: number,
  parallel: number,
  work: (turn: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const runTurns = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: parallel }, runTurns));
}
