/** What an autoscaler is told: as in `autoscaling/v2`, but for the times. */
export interface Scaling {
  readonly min: number;
  readonly max: number;
  /** What a replica is to have of the measure on average. */
  readonly target: number;
  /** How long fewer must have been enough before there are fewer. */
  readonly downAfterMs: number;
}

/** By how much the measure may miss its target before anything is done (Kubernetes' default). */
const TOLERANCE = 0.1;

/**
 * Decides as the HorizontalPodAutoscaler of Kubernetes does: as many as would have the target each, at
 * once where they are more, and as many as were ever wanted within a while where they are fewer.
 */
export function makeAutoscaler({ min, max, target, downAfterMs }: Scaling) {
  let wanted: readonly { readonly count: number; readonly at: number }[] = [];

  return (current: number, average: number, at: number): number => {
    const ratio = average / target;
    const isNear = Math.abs(ratio - 1) <= TOLERANCE;
    const proposed = isNear ? current : Math.ceil(current * ratio);
    const count = Math.min(max, Math.max(min, proposed));
    wanted = [...wanted.filter((one) => at - one.at < downAfterMs), { count, at }];
    if (count >= current) return count;
    return Math.min(current, Math.max(...wanted.map((one) => one.count)));
  };
}
