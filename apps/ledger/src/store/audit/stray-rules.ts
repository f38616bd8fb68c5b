import { OPERATION_ANSWERED } from '@florin/contracts';
import type { Rules } from './rule.ts';

/** What belongs to nothing, and so to no range of accounts. Each is one pass over its tables. */
export const strayRules: Rules = {
  attempt_has_payment: `
    select a.account_id, 'paymentRequest' as kind, a.payment_id as id,
           'a payment request of its account' as expected, 'none' as found
      from payment_attempts a left join payment_requests p
        on p.id = a.payment_id and p.account_id = a.account_id
     where p.id is null`,
  event_has_object: `
    select null::uuid, 'event', event_id, 'a transaction or payment request',
           format('%s of %s', type, aggregate_id)
      from outbox o
     where o.type <> '${OPERATION_ANSWERED}'
       and not exists (select from transactions t where t.id = o.aggregate_id)
       and not exists (select from payment_requests p where p.id = o.aggregate_id)`,
};
