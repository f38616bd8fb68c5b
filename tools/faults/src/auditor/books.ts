import type { Sql } from '@florin/system-kit';

/**
 * Invariants of the books, each as a query for violations. Written independently of the product's
 * own audit, so that one mistake cannot hide in both.
 */
const rules: Readonly<Record<string, string>> = {
  'an entry does not add up to zero': `
    select id from ledger.entries where available + held + settled + fees + external <> 0`,
  'a balance is not the sum of its entries': `
    select b.account_id as id from ledger.balances b
      left join (select account_id, sum(available) as available, sum(held) as held,
                        sum(settled) as settled, sum(fees) as fees, sum(external) as external
                   from ledger.entries group by account_id) e using (account_id)
     where (b.available, b.held, b.settled, b.fees, b.external)
           is distinct from (coalesce(e.available, 0), coalesce(e.held, 0), coalesce(e.settled, 0),
                             coalesce(e.fees, 0), coalesce(e.external, 0))`,
  'a part of a balance is negative': `
    select account_id as id from ledger.balances
     where least(available, held, settled, fees) < 0`,
  'held is not what the pending payments hold': `
    select b.account_id as id from ledger.balances b
     where b.held <> coalesce((select sum(t.amount) from ledger.transactions t
                                where t.account_id = b.account_id and t.status = 'pending'), 0)`,
  'the entries of an account are not numbered without gaps': `
    select b.account_id as id from ledger.balances b
      left join (select account_id, count(*) as entries, count(distinct sequence) as numbers,
                        max(sequence) as last
                   from ledger.entries group by account_id) e using (account_id)
     where coalesce(e.entries, 0) <> b.entry_sequence or coalesce(e.numbers, 0) <> b.entry_sequence
        or coalesce(e.last, 0) <> b.entry_sequence`,
  'an entry does not follow from the one before it': `
    select id from (
      select id, available_after - available as available, held_after - held as held,
             settled_after - settled as settled,
             lag(available_after, 1, 0) over by_account as available_before,
             lag(held_after, 1, 0) over by_account as held_before,
             lag(settled_after, 1, 0) over by_account as settled_before
        from ledger.entries window by_account as (partition by account_id order by sequence)) e
     where (available, held, settled) <> (available_before, held_before, settled_before)`,
  'a transaction has not the entries of its state': `
    select t.id from ledger.transactions t
      left join (select transaction_id, string_agg(kind, ' ' order by sequence) as kinds
                   from ledger.entries group by transaction_id) e on e.transaction_id = t.id
     where coalesce(e.kinds, '') <> all (case
             when t.type = 'credit' then array['credit', 'deposit']
             when t.type = 'refund' and t.status = 'succeeded' then array['refund']
             when t.type = 'refund' then array['']
             when t.status = 'pending' then array['hold', 'set_aside']
             when t.status = 'succeeded'
               then array['hold settle', 'hold capture', 'charge', 'set_aside pay_out', 'withdraw']
             else array['hold release', 'set_aside return'] end)`,
  'a payment was refunded by more than was captured': `
    select p.id from ledger.transactions p
      join (select refund_of, sum(amount) as amount from ledger.transactions
             where type = 'refund' and status = 'succeeded' group by refund_of) r
        on r.refund_of = p.id
     where r.amount > coalesce(p.captured_amount, 0) or r.amount <> p.refunded_amount`,
};

export interface BrokenRule {
  readonly rule: string;
  readonly ids: readonly string[];
}

/** Invariants violated by the books of any account, with examples. */
export async function findBrokenRules(sql: Sql): Promise<readonly BrokenRule[]> {
  const broken: BrokenRule[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const rows = await sql<{ id: string }>(query);
    if (rows.length > 0) broken.push({ rule, ids: rows.map(({ id }) => id) });
  }
  return broken;
}
