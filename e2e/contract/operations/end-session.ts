import { call } from '../../api.ts';
import { inAnotherSession } from '../access/fresh.ts';
import { about, aboutField, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { logInAs, must, newUser } from '../people.ts';
import { needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

async function newSession({ owner }: Side): Promise<Fresh> {
  return { id: (await logInAs(owner.email, owner.password)).sessionId };
}

const end = ({ owner }: World, body: unknown) => owner.call('DELETE', '/v1/auth/session', { body });

export const contract: Contract = {
  operation: 'DELETE /v1/auth/session',
  access: [
    about('own sessions', undefined, { fresh: inAnotherSession }),
    aboutField('own sessions', ['session_id', 'session'], {
      whose: 'owner',
      unknown: '404 invalid_session',
      misshapen: '404 invalid_session',
      fresh: newSession,
    }),
  ],
  events: ['session.ended'],
  scenarios: [
    needsToken,
    succeeds(200, 'the current session', async () => {
      const person = await newUser();
      return person.call('DELETE', '/v1/auth/session');
    }),
    succeeds(200, 'the current session by an empty object', async () => {
      const person = await newUser();
      return person.call('DELETE', '/v1/auth/session', { body: {} });
    }),
    succeeds(200, 'another session of the same user', async (world) => {
      const { sessionId } = await logInAs(world.owner.email, world.owner.password);
      return end(world, { session_id: sessionId });
    }),
    succeeds(200, 'a session of a suspended account', async ({ suspended }) => {
      const { token } = await logInAs(suspended.email, suspended.password);
      return call('DELETE', '/v1/auth/session', { token });
    }),
    refusesEach(400, 'invalid_request', (body: unknown) => (world) => end(world, body), {
      'a session_id that is no text': { session_id: 1 },
      'broken JSON': '{"session_id":',
      'a list': [],
    }),
    refuses(401, 'unauthorized', 'a session that has ended', async () => {
      const person = await newUser();
      await must(() => person.call('DELETE', '/v1/auth/session'));
      return person.call('DELETE', '/v1/auth/session');
    }),
    refuses(404, 'invalid_session', 'a session that does not exist', (world) =>
      end(world, { session_id: ABSENT.session }),
    ),
    refuses(404, 'invalid_session', 'a malformed id', (world) =>
      end(world, { session_id: 'current' }),
    ),
    refuses(404, 'invalid_session', "another user's session", (world) =>
      end(world, { session_id: world.stranger.sessionId }),
    ),
    refuses(404, 'invalid_session', 'an ended session', async (world) => {
      const { owner } = world;
      const { sessionId } = await logInAs(owner.email, owner.password);
      await must(() => end(world, { session_id: sessionId }));
      return end(world, { session_id: sessionId });
    }),
  ],
};
