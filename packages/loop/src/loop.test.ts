import { expect, it } from 'vitest';
import { startLoop } from './loop.ts';

const rests = { restMs: 60_000, restAfterErrorMs: 1 };

it('goes on at once while there is work, then rests until it is woken', async () => {
  const rounds: number[] = [];
  const reached = Promise.withResolvers<void>();
  const loop = startLoop(
    async () => {
      rounds.push(rounds.length);
      if (rounds.length === 4) reached.resolve();
      return rounds.length < 3 ? 'again' : 'rest';
    },
    rests,
    () => {},
  );
  while (rounds.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(rounds).toHaveLength(3);
  loop.wake();
  await reached.promise;
  await loop.stop();
  expect(rounds).toHaveLength(4);
});

it('reports what a round throws and tries again', async () => {
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

it('does not lose a wake that comes while a round runs', async () => {
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
