import { createHash } from 'node:crypto';
import { formatAmount } from '@florin/money';
import type { PayLocale } from '../texts/languages.ts';
import type { OpenedPayment } from './view.ts';

/** Terms that a payer accepts by paying; null if the card is not saved. */
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

/** Hash of a text, by which the form identifies the text that was shown. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Replaces the digest on a page that states that nothing is saved. */
export const SAVES_NOTHING = 'none';

interface Agreed {
  readonly consentText: string | null;
  readonly savesMethod: boolean;
}

/**
 * The terms that a form accepted, checked against the shown text. Forms of earlier versions do not
 * identify their text, so nothing is recorded.
 */
export function readConsent(
  asked: string | null,
  digest: string,
): Agreed | { readonly errors: { consent: 'other_consent' } } {
  // Never saves more than the page stated, even if billing does not answer now.
  if (digest === SAVES_NOTHING) return { consentText: null, savesMethod: false };
  if (digest === '') return { consentText: null, savesMethod: asked !== null };
  return asked !== null && digest === digestOf(asked)
    ? { consentText: asked, savesMethod: true }
    : { errors: { consent: 'other_consent' } };
}
