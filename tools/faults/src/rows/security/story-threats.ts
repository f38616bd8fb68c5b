import { variant } from '../../florin/variants.ts';
import type { Row } from '../../row.ts';
import { stories } from './stories.ts';

/** The threats that stories of a whole system show. */
export const storyThreats: readonly Row[] = [
  stories({
    id: 'T10',
    fault:
      'every operation, by every kind of caller, on what is theirs, another one’s and absent (T10), with cursors of others too (T20)',
    holds: 'as the permission table says, and nothing leaks or changes',
    control: 'a ledger that lets everybody in',
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
      'broken JSON, NUL, lone surrogates, depth, numbers and dates at the edges, size, compression, in every operation, member and parameter (T16–T18)',
    holds: '4xx in JSON, never 5xx or HTML',
    control: 'a ledger that takes every text for one that can be stored',
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
      'passwords, tokens and what was typed by mistake, in good requests and in all kinds of broken ones',
    holds: 'no answer, no process and no table repeats them',
    control: 'an identity that says which body it could not read',
    broken: variant({
      app: 'identity',
      module: () => import('../../../../../packages/http-api/src/requests/read-body.ts'),
      by: () => import('../../broken/packages/read-body.ts'),
    }),
    files: ['e2e/stories/secrets.test.ts'],
  }),
  stories({
    id: 'T23',
    fault: 'each operation dialled at its service, without an assertion or with a wrong one',
    holds: '401, on every operation',
    control: 'an identity that believes assertions, whoever has signed them',
    broken: variant({
      app: 'identity',
      module: () => import('../../../../../packages/runtime/src/caller/assertion.ts'),
      by: () => import('../../broken/packages/assertion.ts'),
    }),
    files: ['e2e/stories/internal-ports.test.ts'],
  }),
  stories({
    id: 'T47',
    fault: 'every operation, begun by each role that an account gives its people',
    holds: 'it is for the roles that it is meant for, and refused to all others',
    control: 'a ledger in which support has one scope more',
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
      'every operation, begun by every role and by API keys for each single scope and for all of them',
    holds:
      'it passes those that its declared scope and the permission table name, and refuses all others',
    control: 'a ledger that ignores the scope of one operation',
    broken: variant({
      app: 'ledger',
      module: () => import('../../../../../packages/http-api/src/routes/answer-request.ts'),
      by: () => import('../../broken/packages/answer-request.ts'),
    }),
    files: ['e2e/contract/access/grants.test.ts'],
  }),
];
