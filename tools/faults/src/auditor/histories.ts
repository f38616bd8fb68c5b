/** One event of a transaction, in order: its number and status. */
export interface Step {
  readonly sequence: number;
  readonly type: string;
  readonly status: string;
}

const ENDS = ['succeeded', 'failed', 'canceled'];

/**
 * Why a transaction cannot have this history; undefined if it can. It begins with its creation, and
 * reaches at most one final state, which stays. Pure.
 */
export function findFlaw(steps: readonly Step[]): string | undefined {
  let before: string | undefined;
  for (const [index, { sequence, type, status }] of steps.entries()) {
    if (sequence !== index + 1) return `number ${index + 1} is missing`;
    if ((index === 0) !== (type === 'transaction.created')) return `${type} is number ${sequence}`;
    if (before !== undefined && ENDS.includes(before) && status !== before)
      return `it was ${before} and became ${status}`;
    if (before !== undefined && status !== before && type !== `transaction.${status}`)
      return `it became ${status} by ${type}`;
    if (before === status && type !== 'transaction.updated' && index > 0)
      return `${type} changed nothing`;
    before = status;
  }
  return undefined;
}
