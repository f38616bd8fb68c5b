import type { AuditEntry } from '@florin/contracts';
import type { Answer } from '@florin/testing';
import { baseUrl } from '../api.ts';

/** A request and its answer. */
export interface Asked {
  readonly operation: string;
  /** The name of its scenario. */
  readonly what: string;
  readonly answer: Pick<Answer, 'status' | 'headers' | 'body'>;
}

/**
 * Ledger operations that may change nothing; such a request leaves no audit entry. If they change
 * something they publish events, which the other test of these scenarios checks.
 */
const MAY_CHANGE_NOTHING = [
  'PATCH /v1/transactions/{transaction_id}',
  'POST /v1/payments/{payment_id}/cancel',
];
/** The one link with an effect on opening. */
const LOGS_IN = 'GET /auth/once/{token}';
const REFUSED = [401, 402, 403, 404, 409];

/** Every later entry by its request, from an administrator's export. */
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

/** The fault in the audit entries of a request; undefined without one. */
export function findFault(
  { operation, what, answer: { status, headers, body } }: Asked,
  entries: readonly AuditEntry[],
): string | undefined {
  const own = entries.filter(({ action }) => action === operation);
  const fromEvents = entries.filter(({ action }) => action !== operation);
  const isUnchanged = MAY_CHANGE_NOTHING.includes(operation) && entries.length === 0;
  const fault = (why: string) =>
    `${operation}: ${what}: ${status} ${headers.get('request-id')}: ${why}`;
  if (operation.startsWith('GET ') && !(operation === LOGS_IN && status === 303))
    return entries.length === 0 ? undefined : fault('changes nothing, but is in the log');
  if (headers.has('idempotent-replayed') || headers.has('retry-after'))
    return entries.length === 0 ? undefined : fault('is in the log although nothing was done');
  if (status < 400 && !isUnchanged && own.length + Math.min(fromEvents.length, 1) !== 1)
    return fault(`has ${own.length} entries of its own and ${fromEvents.length} from events`);
  if (REFUSED.includes(status) && own.length !== 1 && !isOfGateway(status, body.error))
    return fault(`has ${own.length} entries`);
  const isWrong = own.some(
    ({ outcome, error, address }) =>
      outcome !== (status < 400 ? 'done' : 'refused') ||
      error !== (body.error ?? null) ||
      address === null,
  );
  return isWrong ? fault(`is logged as ${JSON.stringify(own)}`) : undefined;
}

/** The gateway refuses an invalid token before any service could name its user. */
function isOfGateway(status: number, code: unknown): boolean {
  return status === 401 && code === 'unauthorized';
}
