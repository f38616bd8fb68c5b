import type { Answer } from '@florin/system-kit';
import type { Holder } from '../clients/people.ts';
import type { LiveRun } from '../row.ts';

/** Subscribes to a plan, by the account's own balance unless the fields say otherwise. */
export function subscription(accountId: string, fields: object = {}) {
  const body = { customer_id: accountId, plan: 'basic', ...fields };
  return { method: 'POST', path: '/v1/subscriptions', body } as const;
}

/** Asks for something that has to succeed, in the name of an account. */
export async function mustAs(
  { people }: LiveRun,
  holder: Holder,
  request: { readonly method: string; readonly path: string; readonly body?: unknown },
): Promise<Answer['body']> {
  return people.must(async () => ({ ...request, token: await holder.token() }));
}

/** Does something so many times, a few at once. */
export async function inTurns(
  count: number,
  lanes: number,
  work: (turn: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
