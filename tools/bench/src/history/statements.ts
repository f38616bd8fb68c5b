/**
 * Each account repeats a credit and a payment that settles a second later, in constant amounts. `g`
 * numbers all pairs by time, `j` those of an account; `ms` is the start of a pair.
 */

/** Offsets within a pair in milliseconds: ids ascend with their times. */
const AT = { credit: 0, credited: 1, payment: 2, held: 3, settled: 1_002 } as const;
type Moment = keyof typeof AT;

/** A UUIDv7 (RFC 9562) of this time, whose random part derives from its name and the seed. */
function idAt(ms: string, name: string): string {
  const hash = `md5(${name})`;
  return `(lpad(to_hex(${ms}), 12, '0') || '7' || substr(${hash}, 1, 3) || '8' || substr(${hash}, 5, 15))::uuid`;
}

const id = (moment: Moment) => idAt(`ms + ${AT[moment]}`, `$6 || '${moment}' || g`);
const time = (moment: Moment) => `to_timestamp((ms + ${AT[moment]}) / 1000.0)`;

/** Pairs $1 to $2 of $3, of $7 accounts, that begin at $4 and last $5 milliseconds together. */
const PAIRS = `(
  select g, a.id as account_id, a.credit as c, a.payment as p, g / $7::bigint as j,
         ($4::bigint + g * ($5::float8 / $3))::bigint as ms
    from generate_series($1::bigint, $2::bigint - 1) g join bench_accounts a on a.i = g % $7::bigint
   order by g) pairs`;

/** $1 accounts with their pairs, the first at $2. */
export const ACCOUNTS = [
  `create table bench_accounts (
     i bigint primary key, id uuid not null, credit bigint not null, payment bigint not null)`,
  `insert into bench_accounts
   select i, ${idAt('$2::bigint', `$3 || 'account' || i`)},
          2000000 + i % 1000, 1000000 - i % 1000
     from generate_series(0, $1::bigint - 1) i`,
];

export const TRANSACTIONS = `
  insert into transactions (id, account_id, version, type, status, amount, currency, metadata,
    capture, captured_amount, refunded_amount, created_at, updated_at)
  select t.id, account_id, t.version, t.type, 'succeeded', t.amount, 'USD', '{}', t.capture,
         t.captured, 0, t.created_at, t.updated_at
    from ${PAIRS} cross join lateral (values
      (${id('credit')}, 1, 'credit', c, null, null::bigint, ${time('credit')}, ${time('credit')}),
      (${id('payment')}, 2, 'payment', p, 'automatic', p, ${time('payment')}, ${time('settled')})
    ) t (id, version, type, amount, capture, captured, created_at, updated_at)`;

export const ENTRIES = `
  insert into entries
  select e.id, account_id, 3 * j + e.number, e.transaction_id, e.kind,
         e.available, e.held, e.settled, 0, e.external,
         e.available_after, e.held_after, e.settled_after, 0, -(j + 1) * c
    from ${PAIRS} cross join lateral (values
      (${id('credited')}, 1, ${id('credit')}, 'credit', c, 0, 0, -c, j * (c - p) + c, 0, j * p),
      (${id('held')}, 2, ${id('payment')}, 'hold', -p, p, 0, 0, (j + 1) * (c - p), p, j * p),
      (${id('settled')}, 3, ${id('payment')}, 'settle', 0, -p, p, 0, (j + 1) * (c - p), 0,
       (j + 1) * p)
    ) e (id, number, transaction_id, kind, available, held, settled, external,
         available_after, held_after, settled_after)`;

/** As long as real bodies, with all members that are read. */
const body = (object: string, created: string) => `format(
  '{"created_at":"%s","data":{"object":{"id":"%s","account_id":"%s","amount":%s,"currency":"USD",'
  '"status":"succeeded","reference":null,"metadata":{},"capture":null,"captured_amount":null,'
  '"refunded_amount":0,"refund_of_id":null,"failure_reason":null,"canceled_at":null}},'
  '"request":{"id":null,"idempotency_key":"bench-%s"}}',
  to_char(${created} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ${object}, account_id, p, g)`;

/** One statement in order of time: events of an account must be in order. */
export const EVENTS = `
  insert into outgoing_events (event_id, aggregate_id, aggregate_sequence, type, body)
  select e.id, e.aggregate_id, e.sequence, e.type, e.body
    from ${PAIRS} cross join lateral (values
      (${idAt('ms', `$6 || 'event 1' || g`)}, ${id('credit')}, 1, 'transaction.created',
       ${body(id('credit'), time('credit'))}),
      (${idAt('ms', `$6 || 'event 2' || g`)}, ${id('payment')}, 1, 'transaction.created',
       ${body(id('payment'), time('payment'))}),
      (${idAt('ms', `$6 || 'event 3' || g`)}, ${id('payment')}, 2, 'transaction.succeeded',
       ${body(id('payment'), time('settled'))})
    ) e (id, aggregate_id, sequence, type, body)`;

/** All of them are published. */
export const CURSOR = `
  update outbox_cursor set position = (select coalesce(max(position), 0) from outgoing_events)`;

export const REPLIES = `
  insert into replies (day, account_id, route, key, request_hash, status, body)
  select (${time('credit')} at time zone 'UTC')::date, account_id, 'POST /v1/transactions',
         'bench-' || g || kind, md5(kind || g), 201, ${body(id('credit'), time('credit'))}
    from ${PAIRS} cross join (values ('credit'), ('payment')) kinds (kind)`;

export const BALANCES = `
  insert into balances (account_id, version, currency, available, settled, external,
                        entry_sequence, last_id)
  select account_id, 3 * (j + 1) + 1, 'USD', (j + 1) * (c - p), (j + 1) * p, -(j + 1) * c,
         3 * (j + 1), ${id('settled')}
    from ${PAIRS}`;

/** Past months and days, as in a ledger that has run since $1. */
export const PARTITIONS = [
  `do $$ declare parent text; begin
     foreach parent in array array['transactions', 'entries'] loop
       execute format('drop table %I', parent || to_char(now() at time zone 'UTC', '_YYYY_MM'));
     end loop;
   end $$`,
  `select make_partition(parent, to_char(month at time zone 'UTC', 'YYYY_MM'),
            case when month <= to_timestamp($1::bigint / 1000.0) then 'minvalue'
                 else first_id_at(month) end,
            first_id_at(month + interval '1 month'))
     from unnest(array['transactions', 'entries']) parent,
          generate_series(date_trunc('month', to_timestamp($1::bigint / 1000.0), 'UTC'),
                          date_trunc('month', now(), 'UTC'), interval '1 month') month`,
  `select make_partition('replies', to_char(day, 'YYYY_MM_DD'), quote_literal(day::date),
                         quote_literal(day::date + 1))
     from generate_series((now() at time zone 'UTC')::date - 8,
                          (now() at time zone 'UTC')::date - 1, interval '1 day') day`,
];
