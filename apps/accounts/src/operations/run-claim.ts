import { putOff, type Reply, refuse, type Uuid } from '@florin/contracts';

/** The run that a step belongs to: what it claims accounts by. */
export function runOf(stepKey: string): Uuid {
  return stepKey.split(':', 1)[0] ?? '';
}

/** Why work on an account cannot begin. Being busy passes. */
export function refuseClaim(claim: 'busy' | 'closed'): Reply {
  if (claim === 'closed')
    return refuse('conflict', 'the account is closed: nothing of it can be changed');
  return putOff('another change of this account is under way: repeat the request in a second');
}
