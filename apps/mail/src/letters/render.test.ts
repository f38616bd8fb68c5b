import { confirmationPurposes, templateKinds } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import type { LetterKind } from '../rules/model.ts';
import { letterTexts } from './languages.ts';
import { renderLetter } from './render.ts';

const kinds: readonly LetterKind[] = [
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
const named: ReadonlySet<LetterKind> = new Set([
  'key_made',
  'key_rotated',
  'endpoint_failing',
  'endpoint_disabled',
  'email_change',
  'invoice',
  'payment_failed',
  'reminder',
  'card_expiring',
  'trial_ending',
]);
const priced: ReadonlySet<LetterKind> = new Set([
  'payment_request',
  'receipt',
  'refund',
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

describe.each(Object.entries(letterTexts))('in %s', (language, texts) => {
  it.each(kinds)(
    '%s says the same in both forms, small and without anything from elsewhere',
    (kind) => {
      const amount = texts.kinds[kind].reader === 'user' ? null : facts.amount;
      const letter = renderLetter(texts, kind, { ...facts, amount, tag: language });
      const { html, text, subject } = letter;
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

it('is one line where a name is none', () => {
  const account = 'Ada\r\nBcc: eve@example.com';
  const letter = renderLetter(letterTexts.en, 'receipt', { ...facts, account });
  expect(letter.subject).toBe(`Receipt from Ada Bcc: eve@example.com: ${facts.amount}`);
});
