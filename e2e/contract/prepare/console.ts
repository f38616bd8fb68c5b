import { newKey } from '../people.ts';
import { refuses, succeeds } from '../scenario.ts';

/** Answers for a report over some days. */
export const ofReport = (path: string) => [
  succeeds(200, 'of a week', ({ owner }) => owner.call('GET', `${path}?days=7`)),
  refuses(400, 'invalid_request', 'no day', ({ owner }) => owner.call('GET', `${path}?days=0`)),
  refuses(403, 'forbidden', 'an API key without the scope', async ({ owner }) =>
    (await newKey(owner, ['webhooks:read'])).call('GET', path),
  ),
];
