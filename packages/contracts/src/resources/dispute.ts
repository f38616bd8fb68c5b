import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  currency,
  idOf,
  idOrNull,
  instantOrNull,
  livemode,
  minorUnits,
  objectOf,
  ownId,
  updatedAt,
} from './members.ts';

export const disputeStatuses = ['needs_response', 'under_review', 'won', 'lost'] as const;

export const disputeSchema = z
  .object({
    id: ownId('dispute', 'dispute'),
    object: objectOf('dispute'),
    livemode,
    account_id: accountId,
    payment_id: idOf('paymentRequest', 'Payment that is disputed'),
    invoice_id: idOrNull(
      'invoice',
      'Invoice that the payment had paid',
      'Null for other payments. Absent in old events.',
    ).optional(),
    customer_id: idOrNull(
      'customer',
      'Customer who has paid',
      'Null where it is unknown: for payments that no invoice asked for, and those of earlier releases. Absent in old events.',
    ).optional(),
    amount: minorUnits('How much is disputed', 'At most what was paid.'),
    currency,
    status: choice(disputeStatuses, 'How far it has come', {
      needs_response: 'the bank waits for evidence',
      under_review: 'the bank decides',
      won: 'the account keeps the money',
      lost: 'the payer has it back',
    }),
    reason: z.string().meta({
      description: 'Why the payer disputes it, as the processor tells it.',
      examples: ['fraudulent'],
    }),
    fee: minorUnits('What the processor takes for the dispute, whoever wins'),
    withheld: minorUnits(
      'How much of the account’s money was set aside for it so far, or is lost',
      'Less than `amount` while the account has less; 0 once it is won.',
    ),
    evidence_due_at: instantOrNull(
      'Until when evidence is taken (RFC 3339, UTC); null when it no longer is.',
    ),
    evidence_submitted_at: instantOrNull(
      'When evidence was sent (RFC 3339, UTC); null while it was not. It is sent once.',
    ),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Dispute',
    description:
      'A payment that its payer disputes at their bank. Its money is withheld from the account until the bank has decided.',
  });

export type DisputeResource = z.output<typeof disputeSchema>;
