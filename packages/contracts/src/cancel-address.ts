import { parseEmail } from './email.ts';

/** A longer one could not be read on a page. */
export const CANCEL_ADDRESS_LENGTH_MAX = 500;

/**
 * Where customers end what they pay for again and again: an email address, or a page by https
 * without a password. Its canonical form; undefined when the text is neither.
 */
export function parseCancelAddress(text: string): string | undefined {
  const email = parseEmail(text);
  if (email !== undefined) return email;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && !url.username && !url.password;
  return isPlain && url.href.length <= CANCEL_ADDRESS_LENGTH_MAX ? url.href : undefined;
}
