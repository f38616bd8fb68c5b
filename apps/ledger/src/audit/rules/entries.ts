import { parts, partsOf, type Rules } from './rule.ts';

const OF_ENTRY = `account_id, 'entry' as kind, id`;
const OF_ACCOUNT = `account_id, 'account' as kind, account_id as id`;

const sums = parts.map((part) => `sum(${part}) as ${part}`).join(', ');
const isNegative = (suffix: string) =>
  `least(${['available', 'held', 'settled', 'fees'].map((part) => `${part}${suffix}`).join(', ')}) < 0`;
/** The state after the previous entry, plus the movement of this one. */
const continued = parts
  .map((part) => `coalesce(lag(${part}_after) over w, 0) + ${part} as ${part}_due`)
  .join(', ');

/** Consistency of the journal, and of the balances that result from it. */
export const entryRules: Rules = {
  account_has_balance: `
    select ${OF_ACCOUNT}, 'a balance' as expected, 'none' as found
      from (select account_id from t union select account_id from e union
            select account_id from p union select account_id from c union
            select account_id from f) owned
     where account_id not in (select account_id from b)`,
  entry_sequence_has_no_gap: `
    select ${OF_ENTRY}, due::text, sequence::text
      from (select account_id, id, sequence,
                   coalesce(lag(sequence) over (partition by account_id order by sequence), 0) + 1
                     as due from e) counted
     where sequence <> due`,
  balance_counts_entries: `
    select ${OF_ACCOUNT}, coalesce(last, 0)::text, entry_sequence::text
      from b left join (select account_id, max(sequence) as last from e group by account_id) ended
     using (account_id) where entry_sequence <> coalesce(last, 0)`,
  entry_ids_ascend: `
    select ${OF_ENTRY}, format('later than {entry:%s}', before), 'earlier'
      from (select account_id, id, lag(id) over (partition by account_id order by sequence) as before
              from e) ordered
     where id <= before`,
  entry_sums_to_zero: `
    select ${OF_ENTRY}, '0', (${parts.join(' + ')})::text from e where ${parts.join(' + ')} <> 0`,
  entry_continues_the_last: `
    select ${OF_ENTRY}, ${partsOf('', '_due')}, ${partsOf('', '_after')}
      from (select account_id, id, ${parts.map((part) => `${part}_after`).join(', ')}, ${continued}
              from e window w as (partition by account_id order by sequence)) moved
     where (${parts.map((part) => `${part}_after`).join(', ')})
        is distinct from (${parts.map((part) => `${part}_due`).join(', ')})`,
  balance_is_sum_of_entries: `
    select ${OF_ACCOUNT}, format('%s %s', part, due), format('%s %s', part, kept)
      from (select b.account_id, part, kept, coalesce(due, 0) as due
              from b left join (select account_id, ${sums} from e group by account_id) s
             using (account_id)
             cross join lateral (values ${parts
               .map((part) => `('${part}', b.${part}, s.${part})`)
               .join(', ')}) parts (part, kept, due)) compared
     where kept <> due`,
  nothing_is_negative: `
    select ${OF_ACCOUNT}, '0 or more', ${partsOf('')} from b where ${isNegative('')}
    union all
    select ${OF_ENTRY}, '0 or more', ${partsOf('', '_after')} from e where ${isNegative('_after')}`,
  entry_has_transaction: `
    select e.account_id, 'entry', e.id, 'an earlier transaction of its account',
           format('{transaction:%s}', e.transaction_id)
      from e left join t on t.id = e.transaction_id and t.account_id = e.account_id
     where t.id is null or e.id < t.id`,
};
