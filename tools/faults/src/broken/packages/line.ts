import type { Placed } from '../../../../../packages/runtime/src/fair-queue/line.ts';

/** First come, first served, whoever it is; who comes when it is full is sent away. */
export const pickNext = <Waiting extends Placed>(line: readonly Waiting[]) => line[0];
export const pickGreediest = <Waiting extends Placed>(line: readonly Waiting[]) => line.at(-1);
