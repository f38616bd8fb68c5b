import { variant } from '../../florin/variants.ts';
import type { Row } from '../../row.ts';
import { stories } from './stories.ts';

/** Threats that stories of a whole system cover. */
export const storyThreats: readonly Row[] = [
  stories({
    id: 'T10',
    fault:
      "Every kind of caller calls every operation on its own, another account's and missing objects (T10), with foreign cursors too (T20)",
    holds: 'Responses match the permission table, and nothing leaks or changes',
    control: 'a ledger that lets every caller in',
    broken: variant({
      app: 'ledger',
      module: () => import('../../../../../packages/http-api/src/requests/account-access.ts'),
      by: () => import('../../broken/ledger/access.ts'),
    }),
    files: ['e2e/contract/access/access.test.ts'],
  }),
  stories({
    id: 'T16',
    fault:
      'Broken JSON, NUL, lone surrogates, depth, extreme numbers and dates, size, compression, in every operation, member and parameter (T16–T18)',
    holds: '4xx in JSON, never 5xx or HTML',
    control: 'a ledger that treats every text as storable',
    broken: variant({
      app: 'ledger',
      module: () => import('../../../../../packages/contracts/src/well-formed.ts'),
      by: () => import('../../broken/packages/well-formed.ts'),
    }),
    files: ['e2e/stories/hostile.test.ts'],
    short: 'in any (member of a body|parameter of a query)',
  }),
  stories({
    id: 'T22',
    fault:
      'Passwords, tokens and mistyped secrets, in valid requests and in all kinds of broken ones',
    holds: 'No response, log or table repeats them',
    control: 'identity repeats a body that it could not read',
    broken: variant({
      app: 'identity',
      module: () => import('../../../../../packages/http-api/src/requests/read-body.ts'),
      by: () => import('../../broken/packages/read-body.ts'),
    }),
    files: ['e2e/stories/secrets.test.ts'],
  }),
  stories({
    id: 'T23',
    fault:
      'Each operation is called directly at its service, without an assertion or with a wrong one',
    holds: '401 for every operation',
    control: 'identity trusts assertions with any signature',
    broken: variant({
      app: 'identity',
      module: () => import('../../../../../packages/runtime/src/caller/assertion.ts'),
      by: () => import('../../broken/packages/assertion.ts'),
    }),
    files: ['e2e/stories/internal-ports.test.ts'],
  }),
  stories({
    id: 'T47',
    fault: 'Each role of an account calls every operation',
    holds: 'Each operation succeeds for its declared roles and is refused for all others',
    control: 'a ledger in which support has an extra scope',
    broken: variant({
      app: 'ledger',
      module: () => import('../../../../../packages/contracts/src/callers.ts'),
      by: () => import('../../broken/packages/callers.ts'),
    }),
    files: ['e2e/contract/access/team-roles.test.ts'],
  }),
  stories({
    id: 'T47B',
    fault:
      'Every role, and API keys with each single scope and with all scopes, call every operation',
    holds:
      'Calls pass where the declared scope and the permission table allow them, and are refused otherwise',
    control: 'a ledger that ignores the scope of one operation',
    broken: variant({
      app: 'ledger',
      module: () => import('../../../../../packages/http-api/src/routes/answer-request.ts'),
      by: () => import('../../broken/packages/answer-request.ts'),
    }),
    files: ['e2e/contract/access/grants.test.ts'],
  }),
];
