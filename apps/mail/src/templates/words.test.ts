import { templateKinds } from '@florin/contracts';
import { expect, it } from 'vitest';
import { messageTexts } from '../messages/languages.ts';
import { fill, namesOf, OURS, refusalOf, toTemplateResource } from './words.ts';

const named = { account: 'Ada', amount: '€129.00', name: 'INV-1', date: '1 May', reference: 'A' };
const of = { accountId: '01970000-0000-7000-8000-000000000041', language: 'en' as const };

it.each(
  Object.entries(messageTexts).flatMap(([language, texts]) =>
    templateKinds.map((kind) => ({ language, kind, texts })),
  ),
)('our own $kind in $language is a template that could be kept', ({ kind, texts }) => {
  const { subject, body, names, changed } = toTemplateResource(texts, { ...of, kind }, OURS);
  expect([refusalOf(kind, subject), refusalOf(kind, body), changed]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  expect(names).toEqual(namesOf(kind));
  expect(fill(kind, body, named)).toBe(texts.kinds[kind].body(named));
  expect(fill(kind, subject, named)).toBe(texts.kinds[kind].subject(named));
});

it.each([
  ['Pay {amount} by {due_date}', undefined],
  ['Curly { braces } and {} are text', undefined],
  ['{price}', 'has an unknown name {price}; use {account}, {amount}, {invoice}, {due_date}'],
  ['{constructor}', expect.stringContaining('has an unknown name {constructor}')],
])('%s', (text, refusal) => {
  expect(refusalOf('invoice', text)).toEqual(refusal);
});

it('does not expand placeholders inside values', () => {
  const odd = { ...named, account: '{amount} $& {toString}' };
  expect(fill('receipt', '{account} {amount} {toString}', odd)).toBe(
    '{amount} $& {toString} €129.00 {toString}',
  );
});
