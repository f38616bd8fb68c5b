import { variant } from '../../florin/variants.ts';

/** A defect that loses events which a consumer has not handled. */
export const forgetsSlowConsumers = {
  control: 'a ledger that ignores slow consumers',
  figures: ['events missing', 'double'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../../packages/events/src/publishing/progress-model.ts'),
    by: () => import('../../broken/packages/forgets-slow-consumers.ts'),
  }),
} as const;
