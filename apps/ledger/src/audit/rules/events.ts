import { OPERATION_ANSWERED } from '@florin/contracts';
import type { Rules } from './rule.ts';

const name = `split_part(o.type, '.', 2)`;
const isEnd = `${name} in ('succeeded', 'failed', 'canceled')`;

/** Compares events with their objects. Events before `$3` may have been deleted, oldest first. */
export const eventRules: Rules = {
  version_has_one_event: `
    select x.account_id, kind, x.id, format('one of each version up to %s', version),
           coalesce('of versions ' || versions_found, 'none')
      from x left join (
        select aggregate_id, count(*) as events, count(distinct aggregate_sequence) as versions,
               min(aggregate_sequence) as first, max(aggregate_sequence) as last,
               string_agg(aggregate_sequence::text, ', ' order by aggregate_sequence) as versions_found
          from o group by aggregate_id) counted on counted.aggregate_id = x.id
     where case when events is null then updated_at >= $3
                else last <> version or events <> versions or versions <> last - first + 1
                     or (first > 1 and created_at >= $3) end`,
  history_is_legal: `
    select account_id, kind, id, format('a legal path to %s', status), path
      from (select x.account_id, x.kind, x.id, x.status, x.is_born_pending,
                   string_agg(o.type, ', ' order by o.aggregate_sequence) as path,
                   min(o.aggregate_sequence) as first,
                   count(*) filter (where ${isEnd}) as ends,
                   max(${name}) filter (where ${isEnd}) as ended,
                   bool_or((${name} = 'created') <> (o.aggregate_sequence = 1)
                           or split_part(o.type, '.', 1) <> x.event_prefix) as is_odd
              from x join o on o.aggregate_id = x.id
             group by x.account_id, x.kind, x.id, x.status, x.is_born_pending) h
     where is_odd or ends > (is_born_pending and status <> 'pending')::int or ended <> status
        or (first = 1 and ends < (is_born_pending and status <> 'pending')::int)`,
  events_are_in_order: `
    select account_id, 'event', event_id, 'at or after ' || before, created_at
      from (select x.account_id, o.event_id, o.created_at,
                   lag(o.created_at) over (partition by x.account_id order by o.position) as before
              from x join o on o.aggregate_id = x.id) ordered
     where created_at < before`,
};

/** Orphaned rows, which are in no range of accounts. Each rule is one pass over its tables. */
export const orphanRules: Rules = {
  attempt_has_payment: `
    select a.account_id, 'paymentRequest' as kind, a.payment_id as id,
           'a payment request of its account' as expected, 'none' as found
      from payment_attempts a left join payment_requests p
        on p.id = a.payment_id and p.account_id = a.account_id
     where p.id is null`,
  event_has_object: `
    select null::uuid, 'event', event_id, 'a transaction or payment request',
           format('%s of %s', type, aggregate_id)
      from outgoing_events o
     where o.type <> '${OPERATION_ANSWERED}'
       and not exists (select from transactions t where t.id = o.aggregate_id)
       and not exists (select from payment_requests p where p.id = o.aggregate_id)`,
};
