import { type Actor, type AuditEntry, livemodeOf, toPublicId, type Uuid } from '@florin/contracts';

/** A requested change: an event, or an operation without one. */
export interface Audited {
  readonly id: Uuid;
  readonly accountId: Uuid | null;
  /** The type of the event, or the operation. */
  readonly action: string;
  /** Status of an operation; null for an event. */
  readonly status: number | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly requestId: string | null;
  readonly actor: Actor;
  readonly targetId: string | null;
  readonly changed: readonly string[] | null;
  /** Why the status of an account was changed. */
  readonly reason: string | null;
}

/** From this status on a request was refused. */
export const REFUSED_STATUS_MIN = 400;

/** The audit log entry: what changed and why, never the old or new values. */
export function toAuditEntry(audited: Audited): AuditEntry {
  const { actor, action, status } = audited;
  return {
    id: toPublicId('event', audited.id),
    object: 'audit_entry',
    livemode: livemodeOf(audited.accountId),
    action,
    created_at: audited.createdAt.toISOString(),
    account_id: audited.accountId && toPublicId('account', audited.accountId),
    actor: {
      type: kindOf(actor),
      user_id: asPublic('user', actor.user_id),
      role: actor.role,
      session_id: asPublic('session', actor.session_id),
      api_key_id: asPublic('apiKey', actor.api_key_id),
    },
    address: actor.address,
    request_id: audited.requestId,
    operation: status === null ? (actor.operation ?? null) : action,
    status,
    outcome: status !== null && status >= REFUSED_STATUS_MIN ? 'refused' : 'done',
    error: audited.error,
    target: { type: status === null ? kindIn(action) : nounIn(action), id: audited.targetId },
    changed: audited.changed && [...audited.changed],
    reason: audited.reason,
  };
}

function kindIn(type: string): string {
  return type.split('.', 1)[0] ?? '';
}

/** Nouns that differ from the path. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ['auth', 'session'],
  ['pay', 'payment'],
]);

/** The noun of an operation, such as `plan` in `POST /v1/plans`. */
function nounIn(operation: string): string {
  const [, noun = ''] = /\/(?:v1\/)?(\w+)/.exec(operation) ?? [];
  return NOUNS.get(noun) ?? noun.replace(/s$/, '');
}

function kindOf({ user_id, api_key_id }: Actor): AuditEntry['actor']['type'] {
  if (api_key_id !== null) return 'api_key';
  return user_id === null ? 'anonymous' : 'user';
}

function asPublic(kind: Parameters<typeof toPublicId>[0], id: string | null): string | null {
  return id === null ? null : toPublicId(kind, id);
}
