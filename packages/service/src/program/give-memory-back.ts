import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 10_000;
/** Of one processor. In between nothing is certain, and nothing is done. */
const BUSY_SHARE = 0.05;
const IDLE_SHARE = 0.02;
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
 * Gives memory back once a busy process has nothing to do any more: V8 keeps what it has taken at the
 * busiest, and looks for garbage only while new is made. Less memory from the beginning would cost
 * collections under load instead.
 */
export function giveMemoryBackWhenIdle(): void {
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  const isDue = makeIsDue();
  let [usedUs, lookedAtMs] = [cpuUs(), performance.now()];
  setInterval(() => {
    const [usUntilNow, nowMs] = [cpuUs(), performance.now()];
    const share = (usUntilNow - usedUs) / ((nowMs - lookedAtMs) * US_PER_MS);
    [usedUs, lookedAtMs] = [usUntilNow, nowMs];
    // It pauses the process for a tenth of a second, and makes V8's young space small again.
    if (isDue(share)) collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, LOOK_MS).unref();
}

/** Given what share of a processor was used since the last time, says whether to give memory back now. */
export function makeIsDue(): (share: number) => boolean {
  // To start is work too.
  let hasWorked = true;
  return (share) => {
    if (share > BUSY_SHARE) hasWorked = true;
    if (!hasWorked || share > IDLE_SHARE) return false;
    hasWorked = false;
    return true;
  };
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
