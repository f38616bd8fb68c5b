import type { Client } from 'pg';

/** What the books must never show: each query finds the rows that break its rule. */
const RULES: Readonly<Record<string, string>> = {
  'an entry does not add up to zero': `
    select id from entries where available + held + settled + fees + external <> 0`,
  'a balance is not the sum of its entries': `
    select account_id from balances b left join (
      select account_id, sum(available) available, sum(held) held, sum(settled) settled,
             sum(fees) fees, sum(external) external
        from entries group by account_id) e using (account_id)
     where (b.available, b.held, b.settled, b.fees, b.external) is distinct from
           (coalesce(e.available, 0), coalesce(e.held, 0), coalesce(e.settled, 0),
            coalesce(e.fees, 0), coalesce(e.external, 0))`,
  'an entry does not say where it left the account': `
    select id from (
      select id, (available_after, held_after, settled_after, fees_after, external_after)
          is distinct from (sum(available) over w, sum(held) over w, sum(settled) over w,
                            sum(fees) over w, sum(external) over w) as is_wrong
        from entries window w as (partition by account_id order by sequence)) e
     where is_wrong`,
  'something is negative': `
    select account_id from balances where least(available, held, settled, fees) < 0`,
  'held is not what pending payments hold': `
    select account_id from balances b where held <> (
      select coalesce(sum(amount), 0) from transactions t
       where t.account_id = b.account_id and status = 'pending')`,
  'settled is not what was captured less what was refunded': `
    select account_id from balances b where settled <> (
      select coalesce(sum(captured_amount), 0)
             - coalesce(sum(amount) filter (where type = 'refund' and status = 'succeeded'), 0)
        from transactions t where t.account_id = b.account_id)`,
  'fees are not what was charged': `
    select account_id from balances b where fees <> (
      select coalesce(sum(amount), 0) from charges c where c.account_id = b.account_id)`,
  'a payment was not refunded as its refunds say': `
    select id from transactions p where type = 'payment' and refunded_amount <> (
      select coalesce(sum(amount), 0) from transactions r
       where r.refund_of = p.id and r.account_id = p.account_id and r.status = 'succeeded')`,
  'entries have gaps': `
    select account_id from balances b left join (
      select account_id, max(sequence) last, count(distinct sequence) entries
        from entries group by account_id) e using (account_id)
     where (entry_sequence, entry_sequence)
        is distinct from (coalesce(last, 0), coalesce(entries, 0))`,
  'ids are not in the order of entries': `
    select id from (
      select id, lag(id) over (partition by account_id order by sequence) before from entries) e
     where before >= id`,
  'an entry is older than its transaction': `
    select e.id from entries e left join transactions t
        on t.id = e.transaction_id and t.account_id = e.account_id
     where t.id is null or e.id < t.id`,
  'an id is newer than the last': `
    select account_id from balances join (
      select account_id, id from entries union all select account_id, id from transactions
      union all select account_id, id from payment_requests
      union all select account_id, id from payment_attempts) made using (account_id)
     where id > last_id is distinct from false`,
  'a time is not that of its id': `
    select id from (
      select id, created_at, updated_at from transactions
      union all select id, created_at, updated_at from payment_requests
      union all select id, created_at, updated_at from payment_attempts) made
     where created_at <> to_timestamp(
             ('x' || lpad(replace(left(id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint / 1000.0)
        or updated_at < created_at`,
  'a version has not exactly one event': `
    select id from (
      select id, version from transactions
      union all select id, version from payment_requests) t full join (
      select aggregate_id, max(aggregate_sequence) last, count(*) events
        from outbox group by aggregate_id) o on o.aggregate_id = t.id
     where (t.version, t.version) is distinct from (o.last, o.events)`,
  'a history is no legal path': `
    select aggregate_id from outbox group by aggregate_id
    having min(type) filter (where aggregate_sequence = 1) not like '%.created'
        or count(distinct split_part(type, '.', 1)) <> 1
        or count(*) filter (where type like '%.created') <> 1
        or count(*) filter (where type similar to '%.(succeeded|failed|canceled)') > 1`,
  'a payment request is not credited exactly when it has succeeded': `
    select p.id from payment_requests p full join transactions t
        on t.id = p.transaction_id and t.account_id = p.account_id
     where (p.status = 'succeeded' or t.metadata->>'payment_id' is not null)
       and (p.status, p.amount, p.reference, 'credit', 'succeeded') is distinct from
           ('succeeded', t.amount, t.reference, t.type, t.status)`,
  'attempts are not what their payment request says': `
    select p.id from payment_requests p left join payment_attempts a on a.payment_id = p.id
     group by p.id, p.account_id
    having count(a) filter (where a.account_id <> p.account_id) > 0
        or count(a) filter (where a.decline_code <> 'abandoned') <> p.failed_attempts
        or count(a) filter (where a.status = 'succeeded') <> (p.status = 'succeeded')::int
        or count(a) filter (where a.status = 'processing') > (p.status = 'pending')::int`,
  'events are not in the order of time': `
    select position from (
      select position, body::json->>'created_at' < lag(body::json->>'created_at')
          over (partition by body::json->>'account_id' order by position) as is_early
        from outbox) o
     where is_early`,
  'a key has two replies': `
    select key from replies group by account_id, route, key having count(*) > 1`,
};

/** Every rule that a ledger's books break; none, if all is well. */
export async function audit(superuser: Client): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const { rowCount } = await superuser.query(query);
    if (rowCount) broken.push(`${rule} (${rowCount} rows)`);
  }
  return broken;
}
