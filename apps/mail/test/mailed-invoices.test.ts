import { type DomainEvent, newId, toPublicId, type Uuid } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import {
  ACCOUNT,
  CUSTOMER,
  INVOICE,
  invoiceEvent,
  PAID,
  paymentEvent,
  subscriptionEvent,
} from './start-mail.ts';
import { useMail } from './use-mail.ts';

const { world, server } = useMail();
/** A paid invoice of a seller that mails every invoice, and a credit note of that seller. */
const MAILED: Uuid = '01970000-0000-7000-8000-000000000064';
const UNMAILED: Uuid = '01970000-0000-7000-8000-000000000063';
const NOTE: Uuid = '01970000-0000-7000-8000-000000000071';
const GONE: Uuid = '01970000-0000-7000-8000-000000000072';

function paidEvent(invoiceId: Uuid, change: object = {}): DomainEvent {
  const event = invoiceEvent('invoice.sent', invoiceId);
  const unpaid = { total: 1_998, payment_id: null, transaction_id: null, outside_reference: null };
  const object = { ...(event.data.object as object), ...unpaid, ...change };
  return { ...event, type: 'invoice.paid', data: { object } } as DomainEvent;
}

function noteEvent(creditNoteId: Uuid): DomainEvent {
  return {
    ...invoiceEvent('invoice.sent'),
    ...{ type: 'credit_note.created', aggregate_id: creditNoteId },
    data: {
      object: {
        id: toPublicId('creditNote', creditNoteId),
        account_id: toPublicId('account', ACCOUNT),
        resolved_customer_id: CUSTOMER,
      },
    },
  } as DomainEvent;
}

async function ended() {
  await world().untilDue();
  return eventually(async () => {
    const messages = await world().messages();
    const waiting = messages.filter(({ status }) => status === 'waiting');
    expect(waiting.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([]);
    return messages.map(({ kind, status }) => `${kind} ${status}`);
  });
}

const files = () =>
  server().taken.map(({ mail }) => mail.attachments.map(({ filename }) => filename));

it('sends one mail for a payment: the receipt, with the invoice', async () => {
  const metadata = { invoice_id: toPublicId('invoice', MAILED) };
  await world().happen(
    paymentEvent('payment.succeeded', { paymentId: PAID, metadata }),
    paidEvent(MAILED, { payment_id: 'pay_1' }),
    paidEvent(MAILED, { transaction_id: 'tra_1' }),
  );
  expect(await ended()).toEqual(['receipt sent']);
  expect(files()).toEqual([['1.pdf']]);
  expect(server().taken[0]?.mail.text).toContain('Die Rechnung ist als PDF angehängt.');
  expect((await world().messages())[0]).toMatchObject({ queue: 'attachment', attempts: 1 });
});

it('sends only the receipt if the seller does not mail invoices', async () => {
  const metadata = { invoice_id: toPublicId('invoice', UNMAILED) };
  await world().happen(
    paymentEvent('payment.succeeded', { paymentId: PAID, metadata }),
    paidEvent(UNMAILED),
  );
  expect((await ended()).toSorted()).toEqual(['invoice dropped', 'receipt sent']);
  expect(files()).toEqual([[]]);
});

it('sends the paid invoice if there is no receipt', async () => {
  await world().happen(paidEvent(MAILED), paidEvent(MAILED, { total: 0 }));
  expect(await ended()).toEqual(['invoice sent']);
  expect(files()).toEqual([['1.pdf']]);
  const { text = '', subject } = server().taken[0]?.mail ?? {};
  expect(subject).toBe('Rechnung 1 von Ada: bezahlt');
  expect(text).toContain('Sie müssen nichts weiter tun.');
  expect(text).not.toContain('bezahlen');
});

it('sends credit notes with their PDF', async () => {
  await world().happen(noteEvent(NOTE), noteEvent(GONE));
  expect((await ended()).toSorted()).toEqual(['credit_note dropped', 'credit_note sent']);
  expect(files()).toEqual([['CN-1.pdf']]);
  expect(server().taken[0]?.mail.subject).toContain('Rechnungskorrektur CN-1 von Ada');
});

it('mails each step of dunning with its own day', async () => {
  const steps = ['2026-02-07', '2026-02-10', '2026-02-14'].map((day): DomainEvent => {
    const event = invoiceEvent('invoice.reminder_due');
    const object = { ...(event.data.object as object), due_at: `${day}T12:00:00.000Z` };
    return { ...event, id: newId(), data: { object } } as DomainEvent;
  });
  await world().happen(...steps, ...steps);
  expect(await ended()).toEqual(Array(3).fill('reminder sent'));
  const texts = server().taken.map(({ mail }) => mail.text ?? '');
  for (const day of ['7. Februar', '10. Februar', '14. Februar'])
    expect(texts.filter((text) => text.includes(`${day} 2026`))).toHaveLength(1);
});

it('sends no payment request if an email about the failed charge asks for it', async () => {
  const metadata = { invoice_id: toPublicId('invoice', INVOICE) };
  await world().happen(
    paymentEvent('payment.created', { metadata }),
    invoiceEvent('invoice.payment_failed'),
  );
  expect((await ended()).toSorted()).toEqual(['payment_failed sent', 'payment_request dropped']);
});

it('shows the price from billing in an email about a trial', async () => {
  await world().happen(subscriptionEvent('subscription.trial_will_end', {}, { amount: 2_437 }));
  expect(await ended()).toEqual(['trial_ending sent']);
  expect(server().taken[0]?.mail.text).toMatch(/EUR\s24[.,]37 zzgl\. USt\. pro Zeitraum/);
});
