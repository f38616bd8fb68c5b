import { type Environment, pemField, readEnvironment } from '@florin/service';
import { z } from 'zod';

/** SMTP server, sender and DKIM key. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  readonly url: string;
  /** Sender address of all email. */
  readonly from: string;
  /** DKIM key (RFC 6376); undefined if the server signs, or no one does. */
  readonly dkim:
    | { readonly domain: string; readonly selector: string; readonly key: string }
    | undefined;
}

/** Undefined without a server. */
export function readSmtpSettings(env: Environment): SmtpSettings | undefined {
  const own = readEnvironment(env, {
    SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      .optional()
      .meta({
        defaultText: 'none; in development a mailbox at `/dev/mail`',
        description:
          'Mail server: `smtp://user:password@host:587`, which must offer TLS, or `smtps://…:465`. Without it, production sends no mail, and does not send it later.',
      }),
    MAIL_FROM: z
      .email()
      .optional()
      .describe(
        'Sender address of all mail; required with `SMTP_URL`. The name of the account is shown beside it, and replies go to the account.',
      ),
    MAIL_DKIM_DOMAIN: z
      .hostname()
      .optional()
      .describe('DKIM domain (RFC 6376), if the mail server does not sign. Set all three.'),
    MAIL_DKIM_SELECTOR: z.hostname().optional().describe('DKIM selector.'),
    MAIL_DKIM_KEY: pemField.optional().describe('DKIM key, as a PEM file or its text.'),
  });
  const { SMTP_URL: url, MAIL_FROM: from } = own;
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new Error('MAIL_FROM is not set; it is the sender address of mail sent with SMTP_URL');
  const { MAIL_DKIM_DOMAIN: domain, MAIL_DKIM_SELECTOR: selector, MAIL_DKIM_KEY: key } = own;
  const signs = [domain, selector, key].filter((part) => part !== undefined).length;
  if (signs !== 0 && signs !== 3)
    throw new Error('MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY must be set together');
  return { url, from, dkim: domain && selector && key ? { domain, selector, key } : undefined };
}
