import { retryDelaysMs } from './domain/delivery.ts';

/** Limits on calls to an endpoint. */
export interface Pace {
  /** Deliveries in one batch of an endpoint. */
  readonly batchMax: number;
  /** Concurrent attempts to one endpoint. */
  readonly concurrentMax: number;
  /** After this no further delivery of the batch starts. */
  readonly batchMs: number;
  /** Delay before the next attempt, by the number of failures. */
  readonly retryDelaysMs: readonly number[];
  /** First pause of an endpoint that fails repeatedly; doubled each time. */
  readonly firstPauseMs: number;
  /** Duration of failures before the account is notified. */
  readonly publishAfterMs: number;
}

export const PACE: Pace = {
  batchMax: 20,
  concurrentMax: 5,
  batchMs: 30_000,
  retryDelaysMs,
  firstPauseMs: 5_000,
  publishAfterMs: 3_600_000,
};

/** Endpoints per account. */
export const ENDPOINTS_MAX = 20;

/** An attempt succeeds with a 2xx response within this time. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** Below the minute after which proxies close an idle connection. */
export const HEARTBEAT_MS = 15_000;

/** Open streams per process and per account, so that no account starves the others. */
export const STREAM_LIMITS = { streamsMax: 1_000, accountStreamsMax: 10 };
