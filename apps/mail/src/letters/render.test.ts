import { describe, expect, it } from 'vitest';
import type { LetterKind } from '../rules/model.ts';
import { letterTexts } from './languages.ts';
import { renderLetter } from './render.ts';

const kinds: readonly LetterKind[] = [
  'payment_request',
  'receipt',
  'refund',
  'key_made',
  'key_rotated',
  'payout_failed',
];
const SIZE_MAX = 40_000;
const facts = {
  tag: 'en',
  account: 'مقهى ليلى <script>alert(1)</script> & Co. '.repeat(6),
  amount: 'CHF 1’234’567.00',
  reference: '"><img src=x onerror=alert(1)>',
  name: 'back end (sk_test_Ab12…)',
  url: 'https://florin.example/pay/A',
};

describe.each(Object.entries(letterTexts))('in %s', (language, texts) => {
  it.each(kinds)(
    '%s says the same in both forms, small and without anything from elsewhere',
    (kind) => {
      const isOfKey = kind === 'key_made' || kind === 'key_rotated';
      const amount = isOfKey ? null : facts.amount;
      const letter = renderLetter(texts, kind, { ...facts, amount, tag: language });
      const { html, text, subject } = letter;
      expect(Buffer.byteLength(html)).toBeLessThan(SIZE_MAX);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).not.toMatch(/<(script|img|link|iframe)/);
      expect(html).toContain('prefers-color-scheme: dark');
      for (const part of [isOfKey ? facts.name : facts.amount, facts.reference])
        expect(text).toContain(part);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(subject.length).toBeLessThanOrEqual(200);
      const hasLink = kind === 'payment_request' || kind === 'receipt';
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
