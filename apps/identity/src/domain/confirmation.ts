import {
  type ConfirmationPurpose,
  type DomainEvent,
  livemodeOf,
  newId,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type Cause, toDomainEvent } from './event.ts';
import type { User } from './user.ts';

export type Purpose = ConfirmationPurpose;

const HOUR_MS = 3_600_000;
const lifetimesMs: Readonly<Record<Purpose, number>> = {
  sign_up: 72 * HOUR_MS,
  verify_email: 24 * HOUR_MS,
  password_reset: HOUR_MS / 2,
  email_change: 24 * HOUR_MS,
  email_release: 24 * HOUR_MS,
  email_undo: 72 * HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
  new_login: 72 * HOUR_MS,
};

/** A code has six digits, so five guesses are hopeless. */
const CODE_TRIES_MAX = 5;

/** A confirmation requested by mail. */
export interface EmailConfirmation {
  readonly id: Uuid;
  /** Confirmations of one cause belong together. */
  readonly causeId: Uuid;
  readonly purpose: Purpose;
  readonly userId: Uuid;
  readonly email: string;
  readonly newEmail: string | null;
  readonly language: string | null;
  readonly codeTries: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export interface ConfirmationRequest {
  readonly purpose: Purpose;
  readonly email: string;
  readonly newEmail?: string;
  readonly language?: string | null;
  readonly causeId?: Uuid;
}

export function newConfirmation(
  userId: Uuid,
  { purpose, email, newEmail, language, causeId }: ConfirmationRequest,
  now: Date,
): EmailConfirmation {
  const id = newId();
  return {
    ...{ id, causeId: causeId ?? id, purpose, userId, email },
    ...{ newEmail: newEmail ?? null, language: language ?? null, codeTries: 0 },
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimesMs[purpose]),
    usedAt: null,
  };
}

/** Whether the link can still be used. */
export function isLive({ usedAt, expiresAt }: EmailConfirmation, now: Date): boolean {
  return usedAt === null && expiresAt > now;
}

export function takesCode({ purpose, codeTries }: EmailConfirmation): boolean {
  return (purpose === 'sign_up' || purpose === 'verify_email') && codeTries < CODE_TRIES_MAX;
}

/** Event without a secret; the secret is created when the mail is sent. */
export function confirmationRequested(
  confirmation: EmailConfirmation,
  { accountId }: Pick<User, 'accountId'>,
  cause: Cause,
): DomainEvent {
  const { id, purpose, userId, email, newEmail, createdAt, expiresAt } = confirmation;
  const object = {
    id: toPublicId('emailConfirmation', id),
    object: 'email_confirmation',
    livemode: livemodeOf(accountId),
    user_id: toPublicId('user', userId),
    ...{ purpose, email, new_email: newEmail },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
  return toDomainEvent('email_confirmation.requested', {
    ...{ at: createdAt, accountId, aggregate: { id, version: 1n }, data: { object }, cause },
  });
}
