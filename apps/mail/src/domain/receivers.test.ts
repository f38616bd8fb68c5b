import { listEventExamples } from '@florin/contract-tests';
import { type DomainEvent, eventSchema } from '@florin/contracts';
import { expect, it } from 'vitest';
import { readEvent } from '../events/read-event.ts';
import { messagesFor } from './receivers.ts';

const events: readonly DomainEvent[] = listEventExamples().map(({ text }) =>
  eventSchema.parse(JSON.parse(text)),
);

it('chooses the emails for events of every release', () => {
  const heard = events
    .flatMap((event) => readEvent(event) ?? [])
    .flatMap((trigger) =>
      messagesFor(trigger).map(({ kind, receiver }) => `${trigger.type}: ${kind} to ${receiver}`),
    );
  expect([...new Set(heard)].toSorted()).toEqual([
    'api_key.created: key_made to null',
    'api_key.rotated: key_rotated to null',
    'credit_note.created: credit_note to null',
    'dispute.created: dispute_opened to null',
    'dispute.lost: dispute_lost to null',
    'email_confirmation.requested: password_reset to ada@example.com',
    'invoice.overdue: reminder to null',
    'invoice.payment_failed: payment_failed to null',
    'invoice.reminder_due: reminder to null',
    'invoice.sent: invoice to null',
    'payment.created: payment_request to grace@example.com',
    'payment.succeeded: receipt to grace@example.com',
    'payment_method.expiring: card_expiring to null',
    'payout.failed: payout_failed to null',
    'refund.failed: refund_failed to null',
    'refund.succeeded: refund to null',
    'webhook_endpoint.disabled: endpoint_disabled to null',
    'webhook_endpoint.failing: endpoint_failing to null',
  ]);
});
