import type { settle as sound } from '@florin/mail/src/outgoing/model.ts';

/** Tries each mail once. */
export const settle: typeof sound = (handover) =>
  handover.outcome === 'sent'
    ? { status: 'sent', reason: null }
    : { status: 'failed', reason: handover.reason };
