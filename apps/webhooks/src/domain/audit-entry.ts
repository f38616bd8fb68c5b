import { type Actor, type AuditEntry, toPublicId, type Uuid } from '@florin/contracts';

/** A change that somebody asked for, as it stands in the log of events. */
export interface AuditedChange {
  readonly id: Uuid;
  readonly accountId: Uuid | null;
  readonly type: string;
  readonly createdAt: Date;
  readonly requestId: string | null;
  readonly actor: Actor;
  readonly targetId: string | null;
  readonly changed: readonly string[] | null;
}

/** A change as the audit log tells it: never what something was or became, only that it did. */
export function toAuditEntry(change: AuditedChange): AuditEntry {
  const { actor } = change;
  return {
    id: toPublicId('event', change.id),
    object: 'audit_entry',
    action: change.type,
    created_at: change.createdAt.toISOString(),
    account_id: change.accountId && toPublicId('account', change.accountId),
    actor: {
      type: kindOf(actor),
      user_id: asPublic('user', actor.user_id),
      role: actor.role,
      session_id: asPublic('session', actor.session_id),
      api_key_id: asPublic('apiKey', actor.api_key_id),
    },
    address: actor.address,
    request_id: change.requestId,
    target: { type: change.type.split('.', 1)[0] ?? '', id: change.targetId },
    changed: change.changed && [...change.changed],
  };
}

function kindOf({ user_id, api_key_id }: Actor): AuditEntry['actor']['type'] {
  if (api_key_id !== null) return 'api_key';
  return user_id === null ? 'anonymous' : 'user';
}

function asPublic(kind: Parameters<typeof toPublicId>[0], id: string | null): string | null {
  return id === null ? null : toPublicId(kind, id as Uuid);
}
