import { confirmationPurposes, templateKinds } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import type { MessageKind } from '../domain/mail.ts';
import { messageTexts } from './languages.ts';
import { renderMessage } from './render.ts';

const kinds: readonly MessageKind[] = [
  ...confirmationPurposes,
  ...templateKinds,
  'key_made',
  'key_rotated',
  'payout_failed',
  'dispute_opened',
  'dispute_lost',
  'refund_failed',
  'endpoint_failing',
  'endpoint_disabled',
];
const named: ReadonlySet<MessageKind> = new Set([
  'key_made',
  'key_rotated',
  'endpoint_failing',
  'endpoint_disabled',
  'email_change',
  'invoice',
  'payment_failed',
  'reminder',
  'card_expiring',
  'credit_note',
  'trial_ending',
]);
const priced: ReadonlySet<MessageKind> = new Set([
  'payment_request',
  'receipt',
  'refund',
  'credit_note',
  'dispute_opened',
  'dispute_lost',
  'refund_failed',
]);
const SIZE_MAX = 40_000;
const facts = {
  tag: 'en',
  account: 'مقهى ليلى <script>alert(1)</script> & Co. '.repeat(6),
  amount: 'CHF 1’234’567.00',
  reference: '"><img src=x onerror=alert(1)>',
  name: 'back end (sk_test_Ab12…)',
  url: 'https://florin.example/pay/A',
  code: null,
  logoUrl: null,
  date: '31. Januar 2026',
};

describe.each(Object.entries(messageTexts))('in %s', (language, texts) => {
  it.each(kinds)(
    '%s says the same in both forms, small and without anything from elsewhere',
    (kind) => {
      const amount = texts.kinds[kind].reader === 'user' ? null : facts.amount;
      const message = renderMessage(texts, kind, { ...facts, amount, tag: language });
      const { html, text, subject } = message;
      expect(Buffer.byteLength(html)).toBeLessThan(SIZE_MAX);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).not.toMatch(/<(script|img|link|iframe)/);
      expect(html).toContain('prefers-color-scheme: dark');
      if (named.has(kind)) expect(text).toContain(facts.name);
      if (priced.has(kind)) expect(text).toContain(facts.amount);
      expect(text).toContain(facts.reference);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(subject.length).toBeLessThanOrEqual(200);
      const hasLink = texts.kinds[kind].button !== undefined;
      expect(html.includes(facts.url)).toBe(hasLink);
      expect(text.includes(facts.url)).toBe(hasLink);
    },
  );
});

const states = ['open', 'overdue', 'paid', 'refunded', 'void', 'uncollectible'] as const;
const isSettled = (state: string) => ['paid', 'refunded', 'void'].includes(state);

describe.each(Object.entries(messageTexts))('the states of an invoice in %s', (tag, texts) => {
  const asksToPay = new Set(
    (['payment_request', 'invoice', 'payment_failed', 'reminder'] as const).map(
      (kind) => texts.kinds[kind].button,
    ),
  );
  const written = (kind: MessageKind, state: (typeof states)[number]) =>
    renderMessage(texts, kind, { ...facts, account: 'Ada', tag, state, creditTo: 'card' });

  it.each(kinds.flatMap((kind) => states.map((state) => ({ kind, state }))))(
    '$kind asks for no money of an invoice that is $state without need',
    ({ kind, state }) => {
      const { subject, text } = written(kind, state);
      expect(subject).not.toBe('');
      for (const button of asksToPay)
        if (isSettled(state)) expect(text).not.toContain(`${button}:\n`);
    },
  );

  it('have texts of their own', () => {
    const shown = states.map((state) => written('invoice', state).text);
    // To its customer, an uncollectible invoice is overdue.
    expect(new Set(shown).size).toBe(states.length - 1);
    expect(shown[5]).toBe(shown[1]);
    const subjects = states.map((state) => written('invoice', state).subject);
    expect(new Set(subjects).size).toBe(states.length - 1);
  });

  it('keep requests and reminders while money is owed', () => {
    for (const kind of ['payment_request', 'payment_failed', 'reminder'] as const)
      expect(written(kind, 'overdue').text).toBe(written(kind, 'open').text);
  });

  it('have a remark for repeated charges, attachments and credited amounts', () => {
    const said = (kind: MessageKind, more: object) =>
      renderMessage(texts, kind, { ...facts, tag, ...more }).text;
    expect(said('payment_failed', { isChargedAgain: true })).toContain(texts.chargedAgain);
    expect(said('payment_failed', {})).not.toContain(texts.chargedAgain);
    expect(said('receipt', { isAttached: true })).toContain(texts.attached);
    expect(said('receipt', {})).not.toContain(texts.attached);
    for (const [creditTo, words] of Object.entries(texts.creditTo))
      expect(said('credit_note', { creditTo })).toContain(words);
  });
});

it('stays one line if a name contains line breaks', () => {
  const account = 'Ada\r\nBcc: eve@example.com';
  const message = renderMessage(messageTexts.en, 'receipt', { ...facts, account });
  expect(message.subject).toBe(`Receipt from Ada Bcc: eve@example.com: ${facts.amount}`);
});
