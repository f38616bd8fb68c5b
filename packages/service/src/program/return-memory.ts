import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 10_000;
/** Shares of a CPU: busy above the first, idle below the second. */
const BUSY_SHARE = 0.05;
const IDLE_SHARE = 0.02;
/** A process that grew by this much is collected even if it never had a busy period. */
const GROWN_BYTES = 48 * 2 ** 20;
/** Five minutes. A process that grows faster is busy. */
const LOOKS_BETWEEN = 30;
const US_PER_MS = 1_000;

type Collect = (how: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}) => void;

/**
 * Lets the heap grow to 2.5 times its live objects before a full collection. V8's default step of 8
 * MB fills in 0.25 s in a busy consumer, whose collections took a third of its CPU time.
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=150');
}

/**
 * Collects after busy periods and, when growing, in quiet ones: V8 keeps its peak memory and rarely
 * collects in an idle process. A lower limit would cost more collections under load.
 */
export function returnMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  const isDue = makeIsDue();
  let [usedUs, lookedAtMs] = [cpuUs(), performance.now()];
  setInterval(() => {
    const [usUntilNow, nowMs] = [cpuUs(), performance.now()];
    const share = (usUntilNow - usedUs) / ((nowMs - lookedAtMs) * US_PER_MS);
    [usedUs, lookedAtMs] = [usUntilNow, nowMs];
    // Pauses the process for 0.1 s, and shrinks V8's young generation.
    if (isDue({ share, residentBytes: memoryUsage.rss() }))
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, LOOK_MS).unref();
}

/** Usage since the previous look. */
export interface Look {
  /** Share of a CPU. */
  readonly share: number;
  readonly residentBytes: number;
}

/** Decides at each look whether to collect. */
export function makeIsDue(): (look: Look) => boolean {
  // Startup counts as a busy period.
  let hasWorked = true;
  let looksSince = 0;
  /** Memory at the first look, or after the last collection. */
  let keptBytes = 0;
  return ({ share, residentBytes }) => {
    looksSince += 1;
    if (looksSince === 1) keptBytes = residentBytes;
    hasWorked ||= share > BUSY_SHARE;
    const isAtRest = hasWorked && share <= IDLE_SHARE;
    const isGrown =
      share <= BUSY_SHARE && looksSince >= LOOKS_BETWEEN && residentBytes > keptBytes + GROWN_BYTES;
    if (isAtRest) hasWorked = false;
    if (isAtRest || isGrown) looksSince = 0;
    return isAtRest || isGrown;
  };
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
