import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { oneClock } from '../prepare/test-clocks.ts';
import { needsScope, needsToken, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/test_clocks/{test_clock_id}',
  access: [about('read what the account has', 'testClock')],
  scenarios: [
    needsToken,
    succeeds(200, 'one’s own', ({ member, objects }) =>
      member.call('GET', `/v1/test_clocks/${objects.testClockId}`),
    ),
    needsScope,
    oneClock('GET /v1/test_clocks/{test_clock_id}'),
  ],
};
