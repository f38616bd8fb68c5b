import { decideRefresh as decide } from '../../../../../apps/identity/src/domain/refresh.ts';

/** Refuses a refresh token that was used before, and leaves its session alone. */
export const decideRefresh: typeof decide = (shown, now) => {
  const decision = decide(shown, now);
  return decision === 'refuse_and_end' ? 'refuse' : decision;
};
