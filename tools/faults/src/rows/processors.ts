import { variant } from '../florin/variants.ts';
import type { Row } from '../row.ts';
import { stories } from './security/stories.ts';

const files = ['e2e/stories/stripe.test.ts'];

/** Payment processors that do not answer, answer late, or send too many or no notices. */
export const processorRows: readonly Row[] = [
  stories({
    id: 'F30',
    fault:
      'A processor takes an order and its response is lost, it answers 500 after success, it accepts no more, or it never receives the order',
    holds: 'The customer pays once',
    control: 'processors finds no order without a stored response',
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
    fault:
      'A processor webhook arrives twice, in reverse order, or before the response that it is about',
    holds: 'The payment is credited once, with the amount that was taken',
    control: 'processors counts each webhook as new money',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/charges/workers.ts'),
      by: () => import('../broken/processors/credits-by-notice.ts'),
    }),
    short: 'reports it (twice|in the opposite order|before the answer)',
    files,
  }),
  stories({
    id: 'F32',
    fault: 'Processor webhooks are lost',
    holds: 'The payment is found and credited once',
    control: 'processors trusts its own tables and never asks the processor',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/charges/operations.ts'),
      by: () => import('../broken/processors/never-asks.ts'),
    }),
    short: 'reports it never',
    files,
  }),
  stories({
    id: 'F33',
    fault: 'A processor is down for an hour after it has taken money',
    holds: 'No outcome is assumed; the payment is credited once the processor answers',
    control: 'processors treats silence as a failure',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/contract/timeouts.ts'),
      by: () => import('../broken/processors/takes-silence-for-an-end.ts'),
    }),
    short: 'Stripe is down',
    files,
  }),
  stories({
    id: 'F34',
    fault: 'A refund fails long after it has succeeded',
    holds: 'Its money is back on the account',
    control: 'processors treats success as final',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/domain/transfer.ts'),
      by: () => import('../broken/processors/forgets-what-came-back.ts'),
    }),
    short: 'return the money to the balance if they fail',
    files,
  }),
  stories({
    id: 'F35',
    fault: 'The response of a refund is lost',
    holds: 'The payer gets it once, and the account pays it once',
    control: 'processors sends each order under a new name',
    broken: variant({
      app: 'processors',
      module: () => import('../../../../apps/processors/src/adapters/stripe/refunds.ts'),
      by: () => import('../broken/processors/refunds-under-new-ids.ts'),
    }),
    short: 'are sent once',
    files,
  }),
];
