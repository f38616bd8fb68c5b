import { isSessionOpen, type Session } from './session.ts';
import type { Standing } from './standing.ts';

export interface RefreshToken {
  /** Counts the tokens of a session from 1; the highest is the current one. */
  readonly generation: number;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export type RefreshDecision =
  | 'rotate'
  | 'refuse'
  /** A used token was shown again: it may have been stolen, so nobody keeps the session. */
  | 'refuse_and_end'
  /** The user or the account may not go on. */
  | 'forbid';

/** Two tabs of one browser may show the same token within this. */
const RACE_MS = 2_000;

export interface ShownRefreshToken {
  readonly shown: RefreshToken;
  readonly currentGeneration: number;
  readonly session: Session;
  readonly standing: Standing;
}

/** One-time use with reuse detection (RFC 9700 section 4.14.2). */
export function decideRefresh(
  { shown, currentGeneration, session, standing }: ShownRefreshToken,
  now: Date,
): RefreshDecision {
  if (standing !== 'good') return 'forbid';
  if (!isSessionOpen(session, now)) return 'refuse';
  if (shown.usedAt) {
    const isPredecessor = shown.generation === currentGeneration - 1;
    const isRace = now.getTime() - shown.usedAt.getTime() <= RACE_MS;
    return isPredecessor && isRace ? 'refuse' : 'refuse_and_end';
  }
  return shown.expiresAt > now ? 'rotate' : 'refuse';
}
