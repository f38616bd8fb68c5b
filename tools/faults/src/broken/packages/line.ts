import type { Placed } from '../../../../../packages/runtime/src/fair-queue/line.ts';

/** First come, first served, for all addresses; refused when full. */
export const pickNext = <Waiting extends Placed>(line: readonly Waiting[]) => line[0];
export const pickGreediest = <Waiting extends Placed>(line: readonly Waiting[]) => line.at(-1);
