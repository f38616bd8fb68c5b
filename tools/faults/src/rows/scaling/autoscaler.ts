/** Settings of an autoscaler as in `autoscaling/v2`, except for the times. */
export interface Scaling {
  readonly min: number;
  readonly max: number;
  /** The metric's target average for each replica. */
  readonly target: number;
  /** How long a lower number must suffice before replicas are removed. */
  readonly downAfterMs: number;
}

/** Tolerated deviation of the metric from its target (Kubernetes' default). */
const TOLERANCE = 0.1;

/**
 * Decides like Kubernetes' HorizontalPodAutoscaler: scales up to the target immediately, and down
 * to the highest number wanted within a while.
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
