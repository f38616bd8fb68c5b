import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 10_000;
/** Of one processor. Above the first a process works, and below the second it rests. */
const BUSY_SHARE = 0.05;
const IDLE_SHARE = 0.02;
/** So much more than was left is given back without waiting for an end of the work, which may never come. */
const GROWN_BYTES = 48 * 2 ** 20;
/** Five minutes: what grows faster is at work. */
const LOOKS_BETWEEN = 30;
const US_PER_MS = 1_000;

type Collect = (how: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}) => void;

/**
 * Lets the heap become two and a half times what is alive in it, some 40 MB, before all of that is marked again. V8 by
 * itself allows 8 MB, buffers counted, which a busy consumer takes in a quarter of a second: marking was a third
 * of what it did.
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=150');
}

/**
 * Gives memory back once a busy process has nothing to do any more, and now and then while it has little to do:
 * V8 keeps what it has taken at the busiest, and looks for garbage only while new is made, so that a process
 * with little to do goes on growing for hours. Less memory from the beginning would cost collections under load
 * instead.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  const isDue = makeIsDue();
  let [usedUs, lookedAtMs] = [cpuUs(), performance.now()];
  setInterval(() => {
    const [usUntilNow, nowMs] = [cpuUs(), performance.now()];
    const share = (usUntilNow - usedUs) / ((nowMs - lookedAtMs) * US_PER_MS);
    [usedUs, lookedAtMs] = [usUntilNow, nowMs];
    // It pauses the process for a tenth of a second, and makes V8's young space small again.
    if (isDue({ share, residentBytes: memoryUsage.rss() }))
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, LOOK_MS).unref();
}

/** Of a process, since it was looked at before. */
export interface Look {
  /** Of one processor. */
  readonly share: number;
  readonly residentBytes: number;
}

/** Given what a process has used and has now, says whether to give memory back. */
export function makeIsDue(): (look: Look) => boolean {
  // To start is work too.
  let hasWorked = true;
  let looksSince = 0;
  /** What was there at the first look, or at the one behind the last collection. */
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
