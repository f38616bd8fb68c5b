import type { Rules } from './rule.ts';

const OF_PAYMENT = `p.account_id, 'paymentRequest' as kind, p.id`;

/** Charges, customer payments and keys must each exist once. */
export const paymentRules: Rules = {
  fees_are_charges: `
    select b.account_id, 'account', b.account_id, coalesce(due, 0)::text, fees::text
      from b left join (select account_id, sum(amount) as due from c group by account_id) s
     using (account_id) where fees <> coalesce(due, 0)`,
  charge_has_one_transaction: `
    select coalesce(charged.account_id, made.account_id), 'transaction',
           coalesce(charged.id, made.id), coalesce(due, 'no charge'), coalesce(found, 'none')
      from (select account_id, transaction_id as id, string_agg(amount::text, ', ') as due
              from c group by account_id, transaction_id) charged
      full join (select account_id, id, amount::text as found from t
                  where type = 'payment' and capture is null
                    and not exists (select from f where f.transaction_id = t.id)) made
        on made.id = charged.id and made.account_id = charged.account_id
     where due is distinct from found`,
  movement_has_one_transaction: `
    select f.account_id, 'account', f.account_id,
           format('one %s %s of %s for %s', f.status, case f.purpose when 'deposit' then 'credit'
                  else 'payment' end, f.amount, f.key),
           case when t.id is null then 'none'
                else format('%s of {transaction:%s}, a %s %s of %s', shares, t.id, t.status, t.type,
                            t.amount) end
      from (select f.*, count(*) over (partition by account_id, transaction_id) as shares from f) f
      left join t on t.id = f.transaction_id and t.account_id = f.account_id
     where (shares, t.type, t.status, t.amount, t.capture is null)
           is distinct from (1, case f.purpose when 'deposit' then 'credit' else 'payment' end,
                             f.status, f.amount, true)`,
  payment_has_one_credit: `
    select ${OF_PAYMENT},
           case when p.status = 'succeeded' then 'a succeeded credit of ' || p.amount || ' alone'
                else 'no credit' end,
           case when p.transaction_id is null or t.id is null then 'none'
                else format('%s of {transaction:%s}, a %s %s of %s', shares, t.id, t.status, t.type,
                            t.amount) end
      from (select p.*, count(*) over (partition by account_id, transaction_id) as shares
              from p) p
      left join t on t.id = p.transaction_id and t.account_id = p.account_id
     where case when p.status = 'succeeded'
                then (shares, t.type, t.status, t.amount)
                     is distinct from (1, 'credit', 'succeeded', p.amount)
                else p.transaction_id is not null end`,
  attempts_agree_with_payment: `
    select ${OF_PAYMENT},
           format('%s declined, %s succeeded, at most %s open', p.failed_attempts,
                  (p.status = 'succeeded')::int, (p.status = 'pending')::int),
           format('%s declined, %s succeeded, %s open', coalesce(declined, 0),
                  coalesce(succeeded, 0), coalesce(opened, 0))
      from p left join (
        select payment_id, account_id,
               count(*) filter (where decline_code <> 'abandoned') as declined,
               count(*) filter (where status = 'succeeded') as succeeded,
               count(*) filter (where status = 'processing') as opened
          from a group by payment_id, account_id) tried
        on tried.payment_id = p.id and tried.account_id = p.account_id
     where coalesce(declined, 0) <> p.failed_attempts
        or coalesce(succeeded, 0) <> (p.status = 'succeeded')::int
        or coalesce(opened, 0) > (p.status = 'pending')::int`,
  key_has_one_reply: `
    select account_id, 'account', account_id, 'one reply',
           format('%s of key %s for %s', count(*), key, route)
      from r group by account_id, route, key having count(*) > 1`,
};
