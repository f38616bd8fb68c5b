import { partsOf, type Rules, timeOf } from './rule.ts';

const OF_TRANSACTION = `t.account_id, 'transaction' as kind, t.id`;
const OF_ACCOUNT = `b.account_id, 'account' as kind, b.account_id as id`;

/** One step of a path: the amounts that an entry of this kind moves. */
const step = (kind: string, ...moves: readonly string[]) =>
  `'${kind} ' || concat_ws('/', ${moves.join(', ')})`;
const then = ` || ', ' || `;
const HOLD = step('hold', '-amount', 'amount', '0', '0', '0');
const RELEASE = step('release', 'amount', '-amount', '0', '0', '0');
const SETTLE = step('settle', '0', '-amount', 'captured_amount', '0', '0');
const CAPTURE = step('capture', 'amount - captured_amount', '-amount', 'captured_amount', '0', '0');

const SET_ASIDE = step('set_aside', '-from_available', 'amount', '-from_settled', '0', '0');
const PAY_OUT = step('pay_out', '0', '-amount', '0', '0', 'amount');
const RETURN = step('return', 'from_available', '-amount', 'from_settled', '0', '0');
const WITHDRAW = step('withdraw', '-from_available', '0', '-from_settled', '0', 'amount');
const DEPOSIT = step('deposit', 'amount', '0', '0', '0', '-amount');

/** The entries that lead to a transaction's current state, as text. */
const LEGAL_PATH = `
  case type
    when 'credit' then case when key is null
      then ${step('credit', 'amount', '0', '0', '0', '-amount')} else ${DEPOSIT} end
    when 'refund' then case status
      when 'succeeded' then ${step('refund', 'amount', '0', '-amount', '0', '0')} else 'nothing' end
    else case
      when at_once then ${WITHDRAW}
      when key is not null and status = 'pending' then ${SET_ASIDE}
      when key is not null and status = 'succeeded' then ${SET_ASIDE} ${then} ${PAY_OUT}
      when key is not null then ${SET_ASIDE} ${then} ${RETURN}
      when capture is null then ${step('charge', '-amount', '0', '0', 'amount', '0')}
      when status = 'pending' then ${HOLD}
      when status <> 'succeeded' then ${HOLD} ${then} ${RELEASE}
      when is_settled then ${HOLD} ${then} ${SETTLE}
      else ${HOLD} ${then} ${CAPTURE} end
  end`;

const IS_LEGAL = `
  case type
    when 'credit' then status = 'succeeded' and capture is null and refund_of is null
    when 'refund' then status in ('succeeded', 'failed') and capture is null
    else refund_of is null and (capture is not null or status = 'succeeded' or key is not null)
  end
  and (captured_amount is not null) = (capture is not null and status = 'succeeded')
  and coalesce(captured_amount, 0) between 0 and amount
  and (failure_reason is not null) = (status = 'failed')
  and (canceled_at is not null) = (status = 'canceled')
  and (due_at is not null) = (status = 'pending' and capture is not null)`;

const MADE = ['t', 'p', 'a']
  .map((made) => {
    const kind = { t: `'transaction'`, p: `'paymentRequest'`, a: `'paymentRequest'` }[made];
    return `select account_id, ${kind} as kind, ${made === 'a' ? 'payment_id' : 'id'} as shown,
                   id, created_at, updated_at from ${made}`;
  })
  .join(' union all ');

/** Compares transactions with their entries, and with the resulting balances. */
export const transactionRules: Rules = {
  transaction_state_is_legal: `
    select ${OF_TRANSACTION}, 'a state that a ' || type || ' can be in',
           format('%s, capture %s, captured %s, due %s, canceled %s, failure %s', status,
                  coalesce(capture, 'none'), coalesce(captured_amount::text, 'nothing'),
                  coalesce(due_at::text, 'never'), coalesce(canceled_at::text, 'never'),
                  coalesce(failure_reason, 'none'))
      from (select t.*, f.key from t left join f
              on f.transaction_id = t.id and f.account_id = t.account_id) t
     where not (${IS_LEGAL})`,
  transaction_agrees_with_entries: `
    select ${OF_TRANSACTION}, coalesce(due, 'a legal state'), path
      from (select t.*, coalesce(path, 'nothing') as path, ${LEGAL_PATH} as due
              from (select t.*, key, at_once, from_settled, from_available from t left join f
                      on f.transaction_id = t.id and f.account_id = t.account_id) t
              left join (
                select transaction_id, account_id, bool_or(kind = 'settle') as is_settled,
                       string_agg(kind || ' ' || ${partsOf('')}, ', ' order by sequence) as path
                  from e group by transaction_id, account_id) walked
                on walked.transaction_id = t.id and walked.account_id = t.account_id) t
     where path is distinct from due`,
  id_is_not_from_the_future: `
    select made.account_id, made.kind, made.shown,
           coalesce('an id up to ' || b.last_id, 'no id yet'), made.id::text
      from (${MADE} union all
            select account_id, 'entry', id, id, null, null from e) made
      join b using (account_id)
     where made.id > b.last_id is distinct from false`,
  times_are_in_order: `
    select made.account_id, made.kind, made.shown,
           format('created %s, changed from then to %s', ${timeOf('made.id')}, ${timeOf('last_id')}),
           format('created %s, changed %s', created_at, updated_at)
      from (${MADE}) made join b using (account_id)
     where created_at <> ${timeOf('made.id')}
        or updated_at not between created_at and ${timeOf('last_id')}
    union all
    select ${OF_TRANSACTION}, format('canceled from %s to %s', created_at, updated_at),
           canceled_at::text
      from t where canceled_at not between created_at and updated_at`,
  currency_is_that_of_account: `
    select kept.account_id, kind, kept.id, b.currency, kept.currency
      from (select account_id, 'transaction' as kind, id, currency from t union all
            select account_id, 'paymentRequest', id, currency from p) kept
      join b using (account_id) where kept.currency <> b.currency`,
  held_is_what_is_pending: `
    select ${OF_ACCOUNT}, coalesce(due, 0)::text, held::text
      from b left join (select account_id, sum(amount) as due from t
                         where status = 'pending' group by account_id) s using (account_id)
     where held <> coalesce(due, 0)`,
  closed_account_holds_nothing: `
    select ${OF_ACCOUNT}, coalesce(due, 0)::text, held::text
      from b left join (select account_id, sum(amount) as due from f
                         where status = 'pending' group by account_id) s using (account_id)
     where status = 'closed' and held <> coalesce(due, 0)`,
  settled_is_captured_less_refunded: `
    select ${OF_ACCOUNT}, (coalesce(due, 0) - coalesce(gone, 0))::text, settled::text
      from b left join (
        select account_id, coalesce(sum(captured_amount), 0) - coalesce(sum(amount)
                 filter (where type = 'refund' and status = 'succeeded'), 0) as due
          from t group by account_id) s using (account_id)
      left join (select account_id, sum(from_settled) as gone from f
                  where status <> 'canceled' group by account_id) left_it using (account_id)
     where settled <> coalesce(due, 0) - coalesce(gone, 0)`,
  refund_has_payment: `
    select ${OF_TRANSACTION}, 'a captured payment of its account',
           format('{transaction:%s}', t.refund_of)
      from t left join t paid on paid.id = t.refund_of and paid.account_id = t.account_id
       and paid.captured_amount is not null and paid.id < t.id
     where t.refund_of is not null and paid.id is null`,
  refunds_are_within_captured: `
    select ${OF_TRANSACTION},
           format('%s, at most %s', coalesce(due, 0), coalesce(captured_amount, 0)),
           refunded_amount::text
      from t left join (select account_id, refund_of, sum(amount) as due from t
                         where status = 'succeeded' group by account_id, refund_of) given
        on given.refund_of = t.id and given.account_id = t.account_id
     where refunded_amount <> coalesce(due, 0) or coalesce(due, 0) > coalesce(captured_amount, 0)`,
};
