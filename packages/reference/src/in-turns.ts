import { setImmediate as otherWork } from 'node:timers/promises';

/** Maps in small steps that yield to the event loop. */
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
