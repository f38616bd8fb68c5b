import type { Uuid } from '@florin/contracts';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import { isPaymentCommand, paymentOf } from '../domain/payment-command.ts';
import type { PaymentRequest } from '../domain/payment-request.ts';
import type { LoadedPayments, Submission } from '../domain/submission.ts';
import { ATTEMPT_COLUMNS, REQUEST_COLUMNS } from './encode-payments.ts';
import { toPaymentAttempt, toPaymentRequest } from './payment-rows.ts';
import type { PaymentAttemptRow, PaymentRequestRow } from './payment-schema.ts';
import { together } from './together.ts';

const FIND = `
  select ${REQUEST_COLUMNS} from unnest($1::uuid[], $2::uuid[]) wanted (id, account_id)
    join payment_requests p using (id, account_id)`;

const FIND_BY_KEY = `
  select ${REQUEST_COLUMNS} from unnest($1::text[], $2::uuid[]) wanted (key, account_id)
    join payment_requests p using (key, account_id)`;

const FIND_PENDING = `
  select ${REQUEST_COLUMNS} from payment_requests
   where account_id = any($1::uuid[]) and status = 'pending'`;

const FIND_ATTEMPTS = `
  select ${ATTEMPT_COLUMNS} from payment_attempts where payment_id = any($1::uuid[])`;

/**
 * The payment requests that these submissions concern, and all pending ones of accounts that they
 * close, with their attempts. Read after the locks; asks nothing when none is concerned.
 */
export async function findPayments(
  client: ClientBase,
  submissions: readonly Submission[],
): Promise<LoadedPayments> {
  const { named, keyed, closing } = sort(submissions);
  const find = async (name: string, text: string, values: readonly unknown[][]) =>
    values[0]?.length === 0
      ? []
      : (await client.query<Selectable<PaymentRequestRow>>({ name, text, values: [...values] }))
          .rows;
  const found = await together([
    find('find-payments', FIND, columns(named)),
    find('find-payments-by-key', FIND_BY_KEY, columns(keyed)),
    find('find-pending-payments', FIND_PENDING, [closing]),
  ]);
  const requests = new Map(found.flat().map((row) => [row.id, toPaymentRequest(row)]));
  return { requests, attempts: await findAttempts(client, requests) };
}

async function findAttempts(
  client: ClientBase,
  requests: ReadonlyMap<Uuid, PaymentRequest>,
): Promise<LoadedPayments['attempts']> {
  if (requests.size === 0) return new Map();
  const { rows } = await client.query<Selectable<PaymentAttemptRow>>({
    name: 'find-attempts',
    text: FIND_ATTEMPTS,
    values: [[...requests.keys()]],
  });
  return Map.groupBy(rows.map(toPaymentAttempt), ({ paymentId }) => paymentId);
}

type Wanted = readonly [idOrKey: string, accountId: Uuid];

function sort(submissions: readonly Submission[]) {
  const named: Wanted[] = [];
  const keyed: Wanted[] = [];
  const closing: Uuid[] = [];
  for (const { accountId, command } of submissions) {
    if (command.kind === 'close') closing.push(accountId);
    if (!isPaymentCommand(command)) continue;
    const id = paymentOf(command);
    if (id !== null) named.push([id, accountId]);
    if (command.kind === 'request_payment' && command.key !== null)
      keyed.push([command.key, accountId]);
  }
  return { named, keyed, closing };
}

function columns(wanted: readonly Wanted[]): [string[], Uuid[]] {
  return [wanted.map(([idOrKey]) => idOrKey), wanted.map(([, accountId]) => accountId)];
}
