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
import type { LetterKind } from '../rules/model.ts';

/** An address that nothing, or not everything, is sent to any more. */
export interface Suppression {
  readonly id: Uuid;
  /** Null where it is of all accounts. */
  readonly accountId: Uuid | null;
  /** Canonical. */
  readonly email: string;
  readonly reason: SuppressionReason;
  readonly createdAt: Date;
}

/** What nobody owes anybody: its readers may do without it (RFC 8058). */
const optional: ReadonlySet<LetterKind> = new Set(['trial_ending', 'card_expiring']);
/** What its reader has not asked for themselves. */
const unasked: ReadonlySet<LetterKind> = new Set(['invitation', 'new_login']);
/** What somebody has asked for just now, by which they get back to their login. */
export const askedKinds: readonly LetterKind[] = confirmationPurposes.filter(
  (purpose) => !unasked.has(purpose),
);

export const isOptional = (kind: LetterKind): boolean => optional.has(kind);

/** Why a mail is not sent to an address; undefined where it is. */
export function findObstacle(
  kind: LetterKind,
  suppressions: readonly Pick<Suppression, 'reason'>[],
): SuppressionReason | undefined {
  if (askedKinds.includes(kind)) return undefined;
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

interface Told {
  readonly at: Date;
  readonly requestId: string | null;
  readonly idempotencyKey?: string | null | undefined;
}

/** It is made once and removed once: its first event, and its last. */
export function suppressionEvent(
  type: 'mail_suppression.created' | 'mail_suppression.removed',
  suppression: Suppression,
  { at, requestId, idempotencyKey }: Told,
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
