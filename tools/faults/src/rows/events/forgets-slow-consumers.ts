import { variant } from '../../florin/variants.ts';

/** The defect that loses what a consumer has not handled. */
export const forgetsSlowConsumers = {
  control: 'a ledger that ignores slow consumers',
  figures: ['events missing', 'double'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../../packages/events/src/publishing/progress-model.ts'),
    by: () => import('../../broken/packages/forgets-slow-consumers.ts'),
  }),
} as const;
