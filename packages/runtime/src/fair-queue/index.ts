export { type Asker, type FairQueue, type FairQueueLimits, makeFairQueue } from './fair-queue.ts';
