import { z } from 'zod';

const RETURN_URL_LENGTH_MAX = 2_048;

/** HTTPS address to which a customer may be redirected, without password and fragment. */
export const returnUrlField = z
  .string({ error: 'must be an https URL' })
  .meta({
    description:
      'URL that the customer returns to afterwards: https, one of the return URLs of the account; only its query may differ.',
    examples: ['https://shop.example/thanks'],
    format: 'uri',
  })
  .max(RETURN_URL_LENGTH_MAX, `must have at most ${RETURN_URL_LENGTH_MAX} characters`)
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isPlain = url?.protocol === 'https:' && !url.username && !url.password && !url.hash;
    if (url && isPlain) return url.href;
    const message = 'must be an https URL without a password and a fragment';
    context.issues.push({ code: 'custom', input: text, message });
    return z.NEVER;
  });

/** Whether an address is allowed. Only its query may differ, which identifies the order. */
export function isListed(url: string, listed: readonly string[]): boolean {
  const { origin, pathname } = new URL(url);
  return listed.some((entry) => {
    const allowed = new URL(entry);
    return allowed.origin === origin && allowed.pathname === pathname;
  });
}
