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
import type { AnyReply, Route } from './define-route.ts';
import { toErrorReply } from './errors.ts';

/** What a service was asked for. */
export interface Asked {
  readonly route: Pick<Route, 'method' | 'path'>;
  /** As they stood in the path. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly assertion: Pick<Assertion, 'caller' | 'requestId'>;
}

/** Refusals of what was understood. Others have tried nothing, or nobody knows what came of it. */
const REFUSED: ReadonlySet<number> = new Set([401, 402, 403, 404, 409]);

/**
 * Does what was asked for, and lets it be kept for the audit log where no event tells it: refusals,
 * and changes of what has no events. To be called while acting for the caller.
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
  // Who has to wait was refused before, and a replay was done before: that was audited then.
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
    // What else stands in a path may be a secret, such as the token of a payment page.
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

/** Whose it is what was changed, which an administrator may do for others. */
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
