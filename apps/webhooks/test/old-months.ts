import type { Uuid } from '@florin/contracts';
import type { LogDatabase } from './start-webhooks.ts';

interface Query {
  readonly query: LogDatabase['query'];
}

/**
 * Makes the log look older: a month that ended `daysAgo` days ago gets events of an account.
 * @returns their ids, in order
 */
export async function addOldMonth(
  { query }: Query,
  account: Uuid,
  { events, daysAgo }: { readonly events: number; readonly daysAgo: number },
): Promise<readonly Uuid[]> {
  await partAt({ query }, daysAgo);
  const rows = await query<{ id: Uuid }>(
    `with head as (update webhooks.log_head set last_position = last_position + $2 returning *),
          numbers as (insert into webhooks.account_sequences values ($1, $2))
     insert into webhooks.events (id, account_id, sequence, position, type, created_at, data, request)
     select overlay(webhooks.first_id_of(made)::text placing right(uuidv7()::text, 22) from 15)::uuid,
            $1, n, last_position - $2 + n,
            'payment.created', made,
            json_build_object('object', json_build_object('id', 'pay_' || n)),
            '{"id": "req_1", "idempotency_key": null}'
       from head, generate_series(1, $2::int) n,
            lateral (select now() - ($3::int + 40) * interval '1 day' + n * interval '1 millisecond' as made) t
     returning id`,
    [account, events, daysAgo],
  );
  return rows.map(({ id }) => id);
}

/** The state that the first migration, and time, would have produced. */
async function partAt({ query }: Query, daysAgo: number): Promise<void> {
  const [part] = await query<{ bound: string; name: string }>(
    `select webhooks.first_id_of(month)::text as bound,
            to_char(month - interval '1 day', '"events_"YYYY_MM') as name
       from date_trunc('month', now() - $1::int * interval '1 day', 'UTC') month`,
    [daysAgo],
  );
  const [oldest] = await query<{ name: string; starts: string | null; ends: string }>(
    "select * from webhooks.months_of('events') order by ends limit 1",
  );
  if (!part || !oldest || oldest.name === part.name) return;
  await query(`
    set search_path = webhooks;
    alter table events detach partition ${oldest.name};
    alter table events attach partition ${oldest.name}
      for values from ('${part.bound}') to ('${oldest.ends}');
    create table ${part.name} (like ${oldest.name} including all);
    alter table events attach partition ${part.name} for values from (minvalue) to ('${part.bound}');
    select guard_month('events', '${part.name}')`);
}
