import {
  confirmationPurposes,
  type DomainEvent,
  livemodeOf,
  type MailSuppressionResource,
  newId,
  type SuppressionReason,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { MessageKind } from './mail.ts';

/** An address that gets no email, or not all of it. */
export interface Suppression {
  readonly id: Uuid;
  /** Null for all accounts. */
  readonly accountId: Uuid | null;
  /** Canonical form. */
  readonly email: string;
  readonly reason: SuppressionReason;
  readonly createdAt: Date;
}

/** Optional emails, which readers can unsubscribe from (RFC 8058). */
const optional: ReadonlySet<MessageKind> = new Set(['trial_ending', 'card_expiring']);
/** Emails that the reader did not request. */
const unrequested: ReadonlySet<MessageKind> = new Set(['invitation', 'new_login']);
/** Emails that the reader just requested to regain access to their login. */
export const interactiveKinds: readonly MessageKind[] = confirmationPurposes.filter(
  (purpose) => !unrequested.has(purpose),
);

export const isOptional = (kind: MessageKind): boolean => optional.has(kind);

/** Why an email must not be sent to an address; undefined if it may. */
export function findSuppression(
  kind: MessageKind,
  suppressions: readonly Pick<Suppression, 'reason'>[],
): SuppressionReason | undefined {
  if (interactiveKinds.includes(kind)) return undefined;
  const counts = ({ reason }: Pick<Suppression, 'reason'>) =>
    reason !== 'unsubscribed' || isOptional(kind);
  return suppressions.find(counts)?.reason;
}

export function toSuppressionResource(suppression: Suppression): MailSuppressionResource {
  const { id, accountId, email, reason, createdAt } = suppression;
  return {
    id: toPublicId('mailSuppression', id),
    object: 'mail_suppression',
    livemode: livemodeOf(accountId),
    account_id: accountId && toPublicId('account', accountId),
    ...{ email, reason },
    created_at: createdAt.toISOString(),
  };
}

interface MailTrigger {
  readonly at: Date;
  readonly requestId: string | null;
  readonly idempotencyKey?: string | null | undefined;
}

/** A suppression has two events: created and removed. */
export function suppressionEvent(
  type: 'mail_suppression.created' | 'mail_suppression.removed',
  suppression: Suppression,
  { at, requestId, idempotencyKey }: MailTrigger,
): DomainEvent {
  return {
    ...{ id: newId(), type, created_at: at.toISOString() },
    account_id: suppression.accountId,
    aggregate_id: suppression.id,
    aggregate_sequence: type === 'mail_suppression.created' ? 1 : 2,
    data: { object: toSuppressionResource(suppression) },
    request: { id: requestId, idempotency_key: idempotencyKey ?? null },
  };
}
