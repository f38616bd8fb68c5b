import type { AccessState } from './account.ts';
import { isSessionOpen, type Session } from './session.ts';

export interface RefreshToken {
  /** Numbers the tokens of a session from 1; the highest is the current one. */
  readonly generation: number;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export type RefreshDecision =
  | 'rotate'
  | 'refuse'
  /** A used token was presented again and may be stolen, so the session ends. */
  | 'refuse_and_end'
  /** The user is suspended or the account is closed. */
  | 'forbid';

/** Two tabs of one browser may present the same token within this time. */
const RACE_MS = 2_000;

export interface PresentedRefreshToken {
  readonly presented: RefreshToken;
  readonly currentGeneration: number;
  readonly session: Session;
  readonly access: AccessState;
}

/** One-time use with reuse detection (RFC 9700 section 4.14.2). */
export function decideRefresh(
  { presented, currentGeneration, session, access }: PresentedRefreshToken,
  now: Date,
): RefreshDecision {
  if (access !== 'active') return 'forbid';
  if (!isSessionOpen(session, now)) return 'refuse';
  if (presented.usedAt) {
    const isPredecessor = presented.generation === currentGeneration - 1;
    const isRace = now.getTime() - presented.usedAt.getTime() <= RACE_MS;
    return isPredecessor && isRace ? 'refuse' : 'refuse_and_end';
  }
  return presented.expiresAt > now ? 'rotate' : 'refuse';
}
