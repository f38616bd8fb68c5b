import { decideRefresh as decide } from '../../../../../apps/identity/src/sessions/decide.ts';

/** Refuses a refresh token that was used before, and leaves its session alone. */
export const decideRefresh: typeof decide = (presented, now) => {
  const decision = decide(presented, now);
  return decision === 'refuse_and_end' ? 'refuse' : decision;
};
