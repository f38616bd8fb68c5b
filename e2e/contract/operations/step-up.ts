import { codeOf } from '../../authenticator.ts';
import { about, type Fresh } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newUser, type Person } from '../people.ts';
import { enrolled } from '../prepare/factors.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const STEP_UP = '/v1/auth/step_up';
const stepUp = (by: Person, code: string) => by.call('POST', STEP_UP, { body: { code } });

async function asSteppingUp(): Promise<Fresh> {
  const { person: as, recoveryCodes } = await enrolled();
  return { as, body: { code: recoveryCodes[0] } };
}

export const contract: Contract = {
  operation: 'POST /v1/auth/step_up',
  access: [
    about('own sessions', undefined, {
      body: { code: '123456' },
      fresh: async (_side, { person }) => (person ? asSteppingUp() : {}),
    }),
  ],
  withoutEvents: 'second factors concern their user only',
  scenarios: [
    needsToken,
    succeeds(200, 'the next code', async () => {
      const { person, secret } = await enrolled();
      return stepUp(person, codeOf(secret, 1));
    }),
    succeeds(200, 'a recovery code', async () => {
      const { person, recoveryCodes } = await enrolled();
      return stepUp(person, recoveryCodes[0] ?? '');
    }),
    refuses(400, 'invalid_request', 'no code', async () =>
      (await newUser()).call('POST', STEP_UP, { body: {} }),
    ),
    refuses(400, 'invalid_grant', 'a code that was used', async () => {
      const { person, recoveryCodes } = await enrolled();
      await must(() => stepUp(person, recoveryCodes[0] ?? ''));
      return stepUp(person, recoveryCodes[0] ?? '');
    }),
    refuses(403, 'forbidden', 'an API key', ({ key }) =>
      key.call('POST', STEP_UP, { body: { code: '123456' } }),
    ),
    refuses(409, 'conflict', 'without a factor', async () => stepUp(await newUser(), '123456')),
  ],
};
