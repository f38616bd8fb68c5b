import { makeRunBatchWith } from './change-statements.ts';

/** Locks the balances of a batch in order of arrival. */
export const makeRunBatch = makeRunBatchWith((text, send) =>
  send(
    text.replace('order by account_id for', 'order by array_position($1::uuid[], account_id) for'),
  ),
);
