import {
  decideBegin as decide,
  decideFinish as finish,
} from '../../../../../apps/ledger/src/domain/decide-attempt.ts';

/** Lets a payment request be paid by everybody who comes before it is paid. */
export const decideBegin: typeof decide = (ground, payment, processor) =>
  decide({ ...ground, attempts: [] }, payment, processor);

export const decideFinish = finish;
