import { AppError, parseEmail } from '@florin/contracts';

/**
 * The form in which emails are compared and stored.
 * @throws AppError invalid_request when it is no email.
 */
export function canonicalEmail(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw new AppError('invalid_request', 'email: must be an email address');
  return email;
}
