import { afterEach, expect, it, vi } from 'vitest';
import { type Round, startLoop } from './loop.ts';

afterEach(() => {
  vi.useRealTimers();
});

const rests = { restMs: 60_000, restAfterErrorMs: 1 };

it('repeats at once while there is work, then rests until it is woken', async () => {
  let rounds = 0;
  const [third, fourth] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const loop = startLoop(
    async () => {
      rounds += 1;
      if (rounds === 3) third.resolve();
      if (rounds === 4) fourth.resolve();
      return rounds < 3 ? 'again' : 'rest';
    },
    rests,
    () => {},
  );
  await third.promise;
  await nextTurn();
  expect(rounds).toBe(3);
  loop.wake();
  await fourth.promise;
  await loop.stop();
  expect(rounds).toBe(4);
});

it('reports a failed round and tries again', async () => {
  const errors: unknown[] = [];
  const succeeded = Promise.withResolvers<void>();
  const loop = startLoop(
    async () => {
      if (errors.length < 2) throw new Error(`failure ${errors.length}`);
      succeeded.resolve();
      return 'rest';
    },
    rests,
    (error) => errors.push(error),
  );
  await succeeded.promise;
  await loop.stop();
  expect(errors.map(String)).toEqual(['Error: failure 0', 'Error: failure 1']);
});

it('does not lose a wake during a round', async () => {
  let rounds = 0;
  const gate = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const loop = startLoop(
    async () => {
      rounds += 1;
      if (rounds === 1) await gate.promise;
      else second.resolve();
      return 'rest';
    },
    rests,
    () => {},
  );
  loop.wake();
  gate.resolve();
  await second.promise;
  await loop.stop();
});

it('waits for the current round when it is stopped, and starts no other', async () => {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let [begun, ended] = [0, 0];
  const loop = startLoop(
    async () => {
      begun += 1;
      reached.resolve();
      await gate.promise;
      ended += 1;
      return 'again';
    },
    rests,
    () => {},
  );
  await reached.promise;
  let hasStopped = false;
  const stopped = loop.stop().then(() => {
    hasStopped = true;
  });
  loop.wake();
  await nextTurn();
  expect(hasStopped).toBe(false);
  gate.resolve();
  await stopped;
  expect([begun, ended]).toEqual([1, 1]);
});

it('does not rest first when it is stopped', async () => {
  const rested = Promise.withResolvers<void>();
  const loop = startLoop(
    async () => {
      rested.resolve();
      return 'rest';
    },
    rests,
    () => {},
  );
  await rested.promise;
  await nextTurn();
  await loop.stop();
});

it('does not report a failure of the last round when it is stopped', async () => {
  const errors: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  const loop = startLoop(
    async () => {
      await gate.promise;
      throw new Error('the connection was closed');
    },
    rests,
    (error) => errors.push(error),
  );
  const stopped = loop.stop();
  gate.resolve();
  await stopped;
  expect(errors).toEqual([]);
});

it('is woken from the rest after an error', async () => {
  let rounds = 0;
  const failed = Promise.withResolvers<void>();
  const again = Promise.withResolvers<void>();
  const loop = startLoop(
    async () => {
      rounds += 1;
      if (rounds === 1) throw new Error('not yet');
      again.resolve();
      return 'rest';
    },
    { restMs: 60_000, restAfterErrorMs: 60_000 },
    () => failed.resolve(),
  );
  await failed.promise;
  await nextTurn();
  loop.wake();
  await again.promise;
  await loop.stop();
});

it('rests longer each time while there is nothing to do', async () => {
  const { loop, roundsAfter } = startIdle();
  // 100, 125, 156, 195, 200, 200 …
  expect(await roundsAfter(100)).toBe(2);
  expect(await roundsAfter(124)).toBe(2);
  expect(await roundsAfter(1)).toBe(3);
  await roundsAfter(5_000);
  const rounds = await roundsAfter(0);
  expect(await roundsAfter(1_000)).toBe(rounds + 5);
  await loop.stop();
});

it.each(['wake', 'wakeSoon'] as const)('resets its rests after a %s', async (call) => {
  const { loop, roundsAfter } = startIdle();
  await roundsAfter(5_000);
  const rounds = await roundsAfter(0);
  loop[call]();
  expect(await roundsAfter(call === 'wake' ? 0 : 100)).toBe(rounds + 1);
  expect(await roundsAfter(100)).toBe(rounds + 2);
  await loop.stop();
});

it('is not starved by repeated calls of wakeSoon', async () => {
  const { loop, roundsAfter } = startIdle();
  await roundsAfter(5_000);
  const rounds = await roundsAfter(0);
  for (let part = 0; part < 4; part += 1) {
    loop.wakeSoon();
    await roundsAfter(25);
  }
  expect(await roundsAfter(0)).toBe(rounds + 1);
  await loop.stop();
});

it('rests as long as the round requested, unless it is wokenSoon', async () => {
  const { loop, roundsAfter } = startIdle({ restMs: 900 });
  await roundsAfter(0);
  expect(await roundsAfter(899)).toBe(1);
  expect(await roundsAfter(1)).toBe(2);
  loop.wakeSoon();
  expect(await roundsAfter(99)).toBe(2);
  expect(await roundsAfter(1)).toBe(3);
  await loop.stop();
});

it('ends a long rest together with other loops, and never early', async () => {
  const first = startIdle({ restMs: 1_600 });
  await first.roundsAfter(300);
  const second = startIdle({ restMs: 1_300 });
  expect(await second.roundsAfter(1_299)).toBe(1);
  expect(await first.roundsAfter(0)).toBe(1);
  // After 1600 and 300 + 1300 ms, both end at the next half second.
  expect(await first.roundsAfter(400)).toBe(1);
  expect(await second.roundsAfter(0)).toBe(1);
  expect(await first.roundsAfter(1)).toBe(2);
  expect(await second.roundsAfter(0)).toBe(2);
  await Promise.all([first.loop.stop(), second.loop.stop()]);
});

it('waits until it is woken', async () => {
  const { loop, roundsAfter } = startIdle('wait');
  loop.wakeSoon();
  expect(await roundsAfter(1_000_000)).toBe(1);
  loop.wake();
  expect(await roundsAfter(0)).toBe(2);
  await loop.stop();
});

/** An idle loop with fake timers. */
function startIdle(next: Round = 'rest') {
  if (!vi.isFakeTimers())
    vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let rounds = 0;
  const loop = startLoop(
    async () => {
      rounds += 1;
      return next;
    },
    { restMs: 100, restMsMax: 200, restAfterErrorMs: 1 },
    () => {},
  );
  return {
    loop,
    async roundsAfter(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      return rounds;
    },
  };
}

/** Resolves after everything that needs no waiting. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
