import { AppError } from '@florin/contracts';
import type { PaymentProcessor } from '../processors/payment-processor.ts';
import { within } from './within.ts';

/** Longest that each call of a processor is waited for, in milliseconds. */
export interface ProcessorTimeouts {
  /** Customers wait less long; what is answered by then is written down without a look-up. */
  readonly start: number;
  /** Below the time that billing waits for its call. */
  readonly chargeSaved: number;
  readonly lookup: number;
  readonly abandon: number;
}

export const PROCESSOR_TIMEOUTS: ProcessorTimeouts = {
  start: 10_000,
  chargeSaved: 1_000,
  lookup: 5_000,
  abandon: 5_000,
};

/**
 * A processor whose calls come to an end. A charge that is not answered in time may have been made:
 * it is pending, so that its attempt stays `processing` until a look-up tells what became of it. A
 * look-up that is not answered tells nothing, and is made again later.
 */
export function withTimeouts(
  processor: PaymentProcessor,
  timeouts = PROCESSOR_TIMEOUTS,
): PaymentProcessor {
  const { name, kind } = processor;
  return {
    name,
    kind,
    start: async (order) => (await within(timeouts.start, processor.start(order))) ?? PENDING,
    chargeSaved: async (order) =>
      (await within(timeouts.chargeSaved, processor.chargeSaved(order))) ?? PENDING,
    lookup: async (attemptId) =>
      (await within(timeouts.lookup, processor.lookup(attemptId))) ?? tellsNothing(),
    abandon: async (attemptId) =>
      (await within(timeouts.abandon, processor.abandon(attemptId))) ?? tellsNothing(),
  };
}

const PENDING = { status: 'pending' } as const;

function tellsNothing(): never {
  throw new AppError('unavailable', 'the processor does not answer');
}
