import { createHash } from 'node:crypto';
import { formatAmount } from '@florin/money';
import type { PayLocale } from './texts/languages.ts';
import type { OpenedPayment } from './view.ts';

/** What a payer agrees to by paying; null where the card is not saved. */
export function consentTextOf(
  { payment, payee, invoice }: Pick<OpenedPayment, 'payment' | 'payee' | 'invoice'>,
  { tag, texts }: PayLocale,
): string | null {
  const { savesFor, consent, currency } = payment;
  if (savesFor === null || invoice?.hasEnded) return null;
  if (!consent) return texts.saves;
  return texts.consent({
    name: payee?.name,
    amount: formatAmount(consent.amount, currency, tag),
    every: texts.every(consent),
    cancelAddress: consent.cancelAddress,
  });
}

/** Names a text, so that the form can say which one was read. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** In place of a digest, by a page that has said that nothing is saved. */
export const SAVES_NOTHING = 'none';

interface Agreed {
  readonly consentText: string | null;
  readonly savesMethod: boolean;
}

/**
 * What was agreed to by a form that says which text it has shown. A page of before says nothing of
 * it: then nothing is recorded, since it has shown another one.
 */
export function readConsent(
  asked: string | null,
  digest: string,
): Agreed | { readonly errors: { consent: 'other_consent' } } {
  // Nothing is saved that the page has not shown, even if billing has no answer now.
  if (digest === SAVES_NOTHING) return { consentText: null, savesMethod: false };
  if (digest === '') return { consentText: null, savesMethod: asked !== null };
  return asked !== null && digest === digestOf(asked)
    ? { consentText: asked, savesMethod: true }
    : { errors: { consent: 'other_consent' } };
}
