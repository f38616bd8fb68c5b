import { parseEmail } from './email.ts';

/** A longer one would not be readable on a page. */
export const CANCEL_ADDRESS_LENGTH_MAX = 500;

/**
 * Where customers cancel: an email address or an https URL without a password. Returns the
 * canonical form, or undefined if the text is neither.
 */
export function parseCancelAddress(text: string): string | undefined {
  const email = parseEmail(text);
  if (email !== undefined) return email;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && !url.username && !url.password;
  return isPlain && url.href.length <= CANCEL_ADDRESS_LENGTH_MAX ? url.href : undefined;
}
