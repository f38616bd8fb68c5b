import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { PeerName } from '@florin/contracts';

/**
 * Apps that work in batches of some milliseconds. Behind one of them each step of a request that needs another
 * app would wait as long.
 */
const HAVE_LONG_TURNS: ReadonlySet<PeerName> = new Set([
  'ledger',
  'billing',
  'processors',
  'mail',
  'console',
]);

/**
 * Lets the main thread of such an app go behind the others of its session where both want a processor. Nothing
 * where Linux does not share processors out among sessions first (sched(7), autogroup): it would go behind
 * whatever else runs on the machine.
 */
export function giveWay(app: PeerName, pid: number): void {
  if (!HAVE_LONG_TURNS.has(app) || !sharesAmongSessions()) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, which its supervisor hears of.
  }
}

function sharesAmongSessions(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}
