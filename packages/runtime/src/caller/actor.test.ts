import { setTimeout as pause } from 'node:timers/promises';
import { anonymous, newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { actFor, currentActor, toActor } from './actor.ts';

it('the caller is known during its work only', async () => {
  const actors = ['192.0.2.1', '192.0.2.2'].map((address) =>
    toActor({ ...anonymous, userId: newId() }, address, 'POST /v1/payments'),
  );
  const seen = await Promise.all(
    actors.map((actor) =>
      actFor(actor, async () => {
        await pause(1);
        return currentActor();
      }),
    ),
  );
  expect(seen).toEqual(actors);
  expect(currentActor()).toBeUndefined();
});

it('anonymous work within a request has no caller', () => {
  const actor = toActor(anonymous, undefined);
  expect(actFor(actor, () => actFor(undefined, currentActor))).toBeUndefined();
});
