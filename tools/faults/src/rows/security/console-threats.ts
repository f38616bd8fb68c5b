import type { Row } from '../../row.ts';
import { tested } from './tested.ts';

/** What whoever looks after customers in a browser is held to. */
export const consoleThreats: readonly Row[] = [
  tested({
    id: 'T42',
    fault: 'searches for what is another account’s, or is not for this role or key',
    holds: 'nothing is found',
    control: 'a console that finds everything for everybody',
    files: ['apps/console/test/search.test.ts'],
    broken: { module: 'apps/console/src/search/access.ts', by: 'console/search-access.ts' },
  }),
  tested({
    id: 'T43',
    fault: 'the console in a frame of another site, or with scripts, styles or requests of others',
    holds: 'its page allows none of them, and no text becomes markup',
    control: 'a console whose page may do anything',
    files: ['apps/console/test/site.test.ts'],
    broken: { module: 'apps/console/src/site/policy.ts', by: 'console/policy.ts' },
  }),
  tested({
    id: 'T44',
    fault:
      'the link of a start opened twice, by two at once, late, or for whoever is suspended since',
    holds: 'it logs in once, and nobody else',
    control: 'links that log in as often as they are opened, and whenever',
    files: ['apps/identity/test/admin-reset.test.ts'],
    broken: {
      module: 'apps/identity/src/login-links/queries.ts',
      by: 'identity/endless-login-links.ts',
    },
  }),
  tested({
    id: 'T45',
    fault: 'an endpoint inside the network, to read what answers there',
    holds: 'no account reads what receivers inside answer, unless it is a laptop',
    control: 'webhooks that keep every answer',
    files: ['apps/webhooks/src/config.test.ts'],
    broken: { module: 'apps/webhooks/src/config.ts', by: 'webhooks/shows-answers.ts' },
  }),
  tested({
    id: 'T46',
    fault:
      'a script that runs in a page of Florin, or a page of another site, takes the session of a browser',
    holds: 'its cookie is read by no script, sent by no other site, and set by no other host',
    control: 'an identity whose cookie any script reads',
    files: ['apps/identity/test/login-page.test.ts'],
    broken: {
      module: 'apps/identity/src/browser-sessions/cookie.ts',
      by: 'identity/readable-cookie.ts',
    },
  }),
  tested({
    id: 'T48',
    fault:
      'the reference in a frame of another site, or with scripts, styles or requests of others',
    holds: 'its pages allow none of them, and no text becomes markup',
    control: 'a reference whose pages may do anything',
    files: ['apps/gateway/test/docs.test.ts'],
    broken: {
      module: 'packages/reference/src/pages/policy.ts',
      by: 'packages/reference-policy.ts',
    },
  }),
];
