import { retryDelaysMs } from './deliveries/model.ts';

/** How hard and how often an endpoint is called. */
export interface Pace {
  /** Deliveries in one batch of an endpoint. */
  readonly batchMax: number;
  /** Concurrent attempts to one endpoint. */
  readonly concurrentMax: number;
  /** After this no further delivery of the batch is started. */
  readonly batchMs: number;
  /** Until the next attempt, after the first failure, the second, and so on. */
  readonly retryDelaysMs: readonly number[];
  /** First pause of an endpoint that fails repeatedly; doubled each time. */
  readonly firstPauseMs: number;
  /** How long an endpoint fails before its account is told. */
  readonly tellAfterMs: number;
}

export const PACE: Pace = {
  batchMax: 20,
  concurrentMax: 5,
  batchMs: 30_000,
  retryDelaysMs,
  firstPauseMs: 5_000,
  tellAfterMs: 3_600_000,
};

/** Endpoints of one account. */
export const ENDPOINTS_MAX = 20;

/** An attempt has succeeded when it is answered 2xx within this time. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** Below the minute after which proxies close an idle connection. */
export const HEARTBEAT_MS = 15_000;

/** Open streams of this process; of them those of one account, so that none starves the others. */
export const STREAM_LIMITS = { streamsMax: 1_000, accountStreamsMax: 10 };
