import {
  type DomainEvent,
  isPublicId,
  newId,
  OPERATION_ANSWERED,
  type OperationAnswered,
  parsePublicId,
  type Uuid,
} from '@florin/contracts';
import { type Assertion, currentActor, isAudited } from '@florin/runtime/caller';
import { toErrorReply } from '../errors.ts';
import type { AnyReply, Route } from './define-route.ts';

/** A request to a service. */
export interface Asked {
  readonly route: Pick<Route, 'method' | 'path'>;
  /** Path parameters as text, before the schema. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly assertion: Pick<Assertion, 'caller' | 'requestId'>;
}

/** Statuses of refused attempts. Other failures attempted nothing, or have an unknown outcome. */
const REFUSED: ReadonlySet<number> = new Set([401, 402, 403, 404, 409]);

/**
 * Handles a request and records it for the audit log if no event does: refusals, and changes
 * without events. Must run in the caller's context (decision 16).
 */
export async function recordUnaudited(
  asked: Asked,
  work: () => Promise<AnyReply>,
  record: (operation: DomainEvent) => Promise<void>,
): Promise<AnyReply> {
  const keep = async (reply: AnyReply): Promise<void> => {
    if (isForAudit(asked.route, reply, isAudited())) await record(toOperation(asked, reply));
  };
  const reply = await work().catch(async (error: unknown) => {
    await keep(toErrorReply(error));
    throw error;
  });
  await keep(reply);
  return reply;
}

export function isForAudit(
  { method }: Pick<Route, 'method'>,
  { status, headers = {} }: Pick<AnyReply, 'status' | 'headers'>,
  isAuditedByEvent: boolean,
): boolean {
  // Throttled requests were refused earlier, and replays were audited at the first execution.
  if (method === 'GET' || 'Retry-After' in headers || 'Idempotent-Replayed' in headers)
    return false;
  return REFUSED.has(status) || (status < 400 && !isAuditedByEvent);
}

function toOperation({ route, params, assertion }: Asked, reply: AnyReply): DomainEvent {
  const { caller, requestId } = assertion;
  const body = 'body' in reply ? reply.body : {};
  const object: OperationAnswered = {
    operation: `${route.method} ${route.path}`,
    status: reply.status,
    error: textIn(body, 'error') ?? null,
    // Other path segments may be secrets, such as the token of a payment page.
    target_id: textIn(body, 'id') ?? Object.values(params).find(isId) ?? null,
  };
  return {
    id: newId(),
    type: OPERATION_ANSWERED,
    created_at: new Date().toISOString(),
    account_id: accountIn(body) ?? caller.accountId,
    aggregate_id: newId(),
    aggregate_sequence: 1,
    data: { object },
    request: { id: requestId, idempotency_key: null, actor: currentActor() },
  };
}

/** The owner of the changed object, which may differ from the caller's account. */
function accountIn(body: object): Uuid | undefined {
  const text = textIn(body, 'account_id');
  return text === undefined ? undefined : parsePublicId('account', text);
}

function textIn(body: object, name: string): string | undefined {
  const value: unknown = Object.entries(body).find(([known]) => known === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && isPublicId(value);
}
