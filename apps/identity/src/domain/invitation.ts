import {
  type DomainEvent,
  type InvitationResource,
  livemodeOf,
  newId,
  type TeamRole,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type Cause, toDomainEvent } from './event.ts';

const DAY_MS = 86_400_000;
const LIFETIME_MS = 7 * DAY_MS;

/** An invitation by mail to join an account. */
export interface Invitation {
  readonly id: Uuid;
  readonly accountId: Uuid;
  /** In canonical form. */
  readonly email: string;
  readonly role: TeamRole;
  readonly invitedBy: Uuid | null;
  /** The inviting API key; null if a user invited. */
  readonly invitedByKey: Uuid | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly version: bigint;
}

export function newInvitation(
  given: Pick<Invitation, 'accountId' | 'email' | 'role' | 'invitedBy' | 'invitedByKey'>,
  now: Date,
): Invitation {
  return {
    ...given,
    id: newId(),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
    acceptedAt: null,
    revokedAt: null,
    version: 1n,
  };
}

export function statusOf(
  { acceptedAt, revokedAt, expiresAt }: Invitation,
  now: Date,
): InvitationResource['status'] {
  if (acceptedAt !== null) return 'accepted';
  if (revokedAt !== null) return 'revoked';
  return expiresAt > now ? 'pending' : 'expired';
}

export function toInvitationResource(invitation: Invitation, now: Date): InvitationResource {
  return {
    id: toPublicId('invitation', invitation.id),
    object: 'invitation',
    livemode: livemodeOf(invitation.accountId) ?? false,
    account_id: toPublicId('account', invitation.accountId),
    email: invitation.email,
    role: invitation.role,
    status: statusOf(invitation, now),
    invited_by_id: invitation.invitedBy && toPublicId('user', invitation.invitedBy),
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}

export function invitationEvent(
  change: 'created' | 'accepted' | 'revoked',
  invitation: Invitation,
  cause: Cause,
  now: Date,
): DomainEvent {
  return toDomainEvent(`invitation.${change}`, {
    at: now,
    accountId: invitation.accountId,
    aggregate: invitation,
    data: { object: toInvitationResource(invitation, now) },
    cause,
  });
}
