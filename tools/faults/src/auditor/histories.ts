/** The events of one transaction in their order: the number and the status that each tells. */
export interface Step {
  readonly sequence: number;
  readonly type: string;
  readonly status: string;
}

const ENDS = ['succeeded', 'failed', 'canceled'];

/**
 * Why a history is none that a transaction can have; undefined when it can. It begins with its
 * creation, ends once at most, and keeps its end, whatever else is changed. Pure.
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
