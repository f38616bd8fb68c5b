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
      'Invoice that the payment paid',
      'Null for other payments. Absent in old events.',
    ).optional(),
    customer_id: idOrNull(
      'customer',
      'Customer who paid',
      'Null if unknown: for payments without an invoice, and those of earlier releases. Absent in old events.',
    ).optional(),
    amount: minorUnits('Disputed amount', 'At most the amount paid.'),
    currency,
    status: choice(disputeStatuses, 'Status of the dispute', {
      needs_response: 'the bank waits for evidence',
      under_review: 'the bank is deciding',
      won: 'the account keeps the money',
      lost: 'the payer has the money',
    }),
    reason: z.string().meta({
      description: 'Reason of the payer, as the processor reports it.',
      examples: ['fraudulent'],
    }),
    fee: minorUnits('Fee of the processor, regardless of the outcome'),
    withheld: minorUnits(
      'Amount withheld from the account so far, or lost',
      'Less than `amount` while the balance is too low; 0 once the dispute is won.',
    ),
    evidence_due_at: instantOrNull(
      'Deadline for evidence (RFC 3339, UTC); null if evidence is no longer accepted.',
    ),
    evidence_submitted_at: instantOrNull(
      'When evidence was sent (RFC 3339, UTC); null if it was not. Evidence can be sent once.',
    ),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Dispute',
    description:
      'A payment that its payer disputes at their bank. The amount is withheld from the account until the bank decides.',
  });

export type DisputeResource = z.output<typeof disputeSchema>;
