import type { CloseResource } from '@florin/contracts';

export type CheckName = CloseResource['checks'][number]['name'];

/** Two amounts of one object, in minor units. */
export interface Compared {
  /** Public id. */
  readonly id: string;
  readonly left: bigint;
  readonly right: bigint;
  /** Label for readers; null if the id is clear enough. */
  readonly description: string | null;
}

/** Two sums that must agree, and the objects whose amounts differ. */
export interface Check {
  readonly name: CheckName;
  readonly left: bigint;
  readonly right: bigint;
  readonly differences: readonly Compared[];
  readonly hasMore: boolean;
}

/** Maximum number of differences that a check lists. */
export const DIFFERENCES_MAX = 100;

/** Builds a check. `differences` has at most one more than the maximum. */
export function toCheck(
  name: CheckName,
  sums: Pick<Compared, 'left' | 'right'>,
  differences: readonly Compared[],
): Check {
  return {
    name,
    left: sums.left,
    right: sums.right,
    differences: differences.slice(0, DIFFERENCES_MAX),
    hasMore: differences.length > DIFFERENCES_MAX,
  };
}

/** Whether no object differs; then the sums agree too. */
export function isBalanced({ left, right, differences }: Check): boolean {
  return left === right && differences.length === 0;
}
