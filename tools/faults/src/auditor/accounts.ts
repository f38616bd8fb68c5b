import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '@florin/system-kit';

/** Sagas must have completed this long after the last fault. */
const END_MS_MAX = 30_000;

const UNFINISHED = `
  select 'accounts' as service, kind, step from accounts.saga_runs where finished_at is null
  union all
  select 'billing', kind, step from billing.saga_runs where finished_at is null`;

/** Differences between services about one account; all must agree. */
const DISAGREEMENTS = `
  select a.id, a.status as account, b.status as balance, i.status as access,
         coalesce(g.is_closed, false) as is_gate_closed, coalesce(o.owners, 0) as owners
    from accounts.accounts a
    left join ledger.balances b on b.account_id = a.id
    left join identity.accounts i on i.id = a.id
    left join billing.account_gates g on g.account_id = a.id
    left join (select account_id, count(*) as owners from identity.users
                where role in ('owner', 'admin') group by account_id) o on o.account_id = a.id
   where o.owners is null
      or (a.status = 'closed') <> coalesce(b.status = 'closed', true)
      or (a.status = 'closed') <> coalesce(i.status = 'closed', true)
      or (a.status = 'closed') <> coalesce(g.is_closed, false)`;

const LIVING = `
  select s.id from billing.subscriptions s
    join accounts.accounts a on a.id in (s.payer_account_id, s.seller_id)
   where a.status = 'closed' and s.status not in ('canceled', 'expired')
  union all
  select s.id from identity.sessions s
    join identity.users u on u.id = s.user_id
    join accounts.accounts a on a.id = u.account_id
   where a.status = 'closed' and s.ended_at is null`;

export interface AccountFlaws {
  /** Unfinished sagas. */
  readonly stuck: readonly string[];
  /** Accounts that are open in one service and closed in another, or have no owner. */
  readonly halfDone: readonly string[];
  /** Subscriptions and sessions that continue although their account is closed. */
  readonly outlived: readonly string[];
}

/** Waits until all sagas have completed, then looks for half-finished work. */
export async function findAccountFlaws(sql: Sql): Promise<AccountFlaws> {
  const endsAt = performance.now() + END_MS_MAX;
  let unfinished = await sql<object>(UNFINISHED);
  while (unfinished.length > 0 && performance.now() < endsAt) {
    await pause(200);
    unfinished = await sql<object>(UNFINISHED);
  }
  const disagreements = await sql<object>(DISAGREEMENTS);
  const living = await sql<{ id: string }>(LIVING);
  return {
    stuck: unfinished.map(inWords),
    halfDone: disagreements.map(inWords),
    outlived: living.map(({ id }) => id),
  };
}

function inWords(row: object): string {
  return Object.entries(row)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
