import { variant } from '../florin/variants.ts';
import type { Row } from '../row.ts';
import { stories } from './security/stories.ts';

const files = ['e2e/stories/stripe.test.ts'];

/** A payment processor that does not answer, answers late, tells too much or nothing. */
export const processorRows: readonly Row[] = [
  stories({
    id: 'F30',
    fault:
      'a processor takes an order and its answer is lost, it answers 500 although it is done, it takes no more, or it never gets the order',
    holds: 'the customer pays, once',
    control: 'a processors that finds nothing whose answer it has not had',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/adapters/stripe/look-up.ts'),
      by: () => import('../broken/processors/forgets-orders.ts'),
    }),
    short: 'pays once where',
    files,
  }),
  stories({
    id: 'F31',
    fault: 'a webhook comes twice, in the opposite order, or before the answer that it is about',
    holds: 'credited once, and as much as was taken',
    control: 'a processors that takes each notice for money that has come',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/charges/workers.ts'),
      by: () => import('../broken/processors/credits-by-notice.ts'),
    }),
    short: 'tells it (twice|in the opposite order|before the answer)',
    files,
  }),
  stories({
    id: 'F32',
    fault: 'webhooks are lost',
    holds: 'what was paid is found, and credited once',
    control: 'a processors that believes what it was told, and asks for nothing',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/charges/operations.ts'),
      by: () => import('../broken/processors/never-asks.ts'),
    }),
    short: 'tells it never',
    files,
  }),
  stories({
    id: 'F33',
    fault: 'a processor is down for an hour, after it has taken money',
    holds: 'nothing is decided by silence; it is credited once it answers',
    control: 'a processors that takes silence for an end',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/contract/timeouts.ts'),
      by: () => import('../broken/processors/takes-silence-for-an-end.ts'),
    }),
    short: 'Stripe is away',
    files,
  }),
  stories({
    id: 'F34',
    fault: 'a refund fails long after it has succeeded',
    holds: 'its money is on the account again',
    control: 'a processors for which what has arrived has arrived',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/transfers/model.ts'),
      by: () => import('../broken/processors/forgets-what-came-back.ts'),
    }),
    short: 'comes back where it could not arrive',
    files,
  }),
  stories({
    id: 'F35',
    fault: 'the answer of a refund is lost',
    holds: 'the payer gets it once, and the account pays it once',
    control: 'a processors that sends each order under a name of its own',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/adapters/stripe/refunds.ts'),
      by: () => import('../broken/processors/refunds-anew.ts'),
    }),
    short: 'leaves once',
    files,
  }),
];
