import { setImmediate as otherWork } from 'node:timers/promises';

/** Does something with each, and lets others of the process have their turn in between. */
export async function inTurns<One, Made>(
  all: readonly One[],
  make: (one: One) => Made,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const one of all) {
    made.push(make(one));
    await otherWork();
  }
  return made;
}
