import type { AuditEntry } from '@florin/contracts';
import type { Answer } from '@florin/testing';
import { baseUrl } from '../api.ts';

/** A request that was made, and what became of it. */
export interface Asked {
  readonly operation: string;
  /** As its scenario says. */
  readonly what: string;
  readonly answer: Pick<Answer, 'status' | 'headers' | 'body'>;
}

/**
 * Of the ledger, which keeps nothing of a request that changes nothing. Where they change something
 * they have events, as the other test of these scenarios says.
 */
const MAY_CHANGE_NOTHING = [
  'PATCH /v1/transactions/{transaction_id}',
  'POST /v1/payments/{payment_id}/cancel',
];
/** By the one link that does something as it is opened. */
const LOGS_IN = 'GET /auth/once/{token}';
const REFUSED = [401, 402, 403, 404, 409];

/** Every entry since then by its request, as an administrator exports them. */
export async function readAuditLog(
  token: string,
  since: Date,
): Promise<ReadonlyMap<string | null, readonly AuditEntry[]>> {
  const response = await fetch(
    `${baseUrl()}/v1/audit_log/export?created_after=${since.toISOString()}`,
    {
      headers: { Authorization: `Bearer ${token}` },
    },
  );
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  const entries = lines.map((line): AuditEntry => JSON.parse(line));
  return Map.groupBy(entries, ({ request_id }) => request_id);
}

/** What is wrong with what the audit log has of a request; undefined when it is as it should be. */
export function findFault(
  { operation, what, answer: { status, headers, body } }: Asked,
  entries: readonly AuditEntry[],
): string | undefined {
  const own = entries.filter(({ action }) => action === operation);
  const told = entries.filter(({ action }) => action !== operation);
  const isUnchanged = MAY_CHANGE_NOTHING.includes(operation) && entries.length === 0;
  const fault = (why: string) =>
    `${operation}: ${what}: ${status} ${headers.get('request-id')}: ${why}`;
  if (operation.startsWith('GET ') && !(operation === LOGS_IN && status === 303))
    return entries.length === 0 ? undefined : fault('is no change, and in the log');
  if (headers.has('idempotent-replayed') || headers.has('retry-after'))
    return entries.length === 0 ? undefined : fault('is in the log although nothing was done');
  if (status < 400 && !isUnchanged && own.length + Math.min(told.length, 1) !== 1)
    return fault(`has ${own.length} entries of its own and ${told.length} of events`);
  if (REFUSED.includes(status) && own.length !== 1 && !isOfGateway(status, body.error))
    return fault(`has ${own.length} entries`);
  const isWrong = own.some(
    ({ outcome, error, address }) =>
      outcome !== (status < 400 ? 'done' : 'refused') ||
      error !== (body.error ?? null) ||
      address === null,
  );
  return isWrong ? fault(`is told as ${JSON.stringify(own)}`) : undefined;
}

/** Whose token is no good is refused before any service could name them. */
function isOfGateway(status: number, code: unknown): boolean {
  return status === 401 && code === 'unauthorized';
}
