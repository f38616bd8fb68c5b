import {
  type Environment,
  readEnvironment,
  readGrpcAddresses,
  readMode,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';
import { readSmtpSettings, type SmtpSettings } from './smtp/settings.ts';

export interface MailConfig extends ServiceConfig {
  readonly identityAddresses: readonly string[];
  readonly accountsAddresses: readonly string[];
  readonly ledgerAddresses: readonly string[];
  readonly billingAddresses: readonly string[];
  /** Undefined if no email is sent. */
  readonly smtp: SmtpSettings | undefined;
  /** Whether email goes to the mailbox at `/dev/mail` instead of an SMTP server. */
  readonly hasMailbox: boolean;
  /** Base URL for clients, without a trailing slash. */
  readonly publicUrl: string;
  /** Emails to customers of one account per hour; the rest waits. */
  readonly hourlyMax: number;
  /** Days until a sent, failed or dropped email is deleted. */
  readonly keptDays: number;
  /** Receivers of the daily digest; none by default. */
  readonly digestReceivers: readonly string[];
  /** Token of bounce notices from the email provider; undefined if there is none. */
  readonly noticesToken: string | undefined;
}

/** Producers can republish events for 30 days: a stored email then prevents a second one. */
const KEPT_DAYS_MIN = 31;

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): MailConfig {
  const smtp = readSmtpSettings(env);
  const own = readEnvironment(env, {
    FLORIN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
    MAIL_ACCOUNT_HOURLY_MAX: z.coerce
      .number()
      .int()
      .min(1)
      .default(5_000)
      .describe('Mails of one account per clock hour; the rest waits.'),
    MAIL_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(KEPT_DAYS_MIN)
      .max(3_650)
      .default(45)
      .describe('Days until a sent, failed or dropped mail is deleted.'),
    MAIL_DIGEST_TO: z
      .string()
      .default('')
      .transform((text) => text.split(',').map((each) => each.trim()))
      .transform((texts) => texts.filter((each) => each !== ''))
      .pipe(z.array(z.email()))
      .describe(
        'Addresses, separated by commas, that get daily counts of payments, refunds, payouts, disputes and sign-ups.',
      ),
    MAIL_NOTICES_TOKEN: z
      .string()
      .regex(/^[\w-]{16,200}$/)
      .optional()
      .describe(
        '16 to 200 letters, digits, `-` and `_`: the mail service sends bounces and complaints to `/mail/notices/<token>`.',
      ),
  });
  return {
    ...readServiceConfig('mail', env),
    identityAddresses: readGrpcAddresses('identity', env),
    accountsAddresses: readGrpcAddresses('accounts', env),
    ledgerAddresses: readGrpcAddresses('ledger', env),
    billingAddresses: readGrpcAddresses('billing', env),
    smtp,
    publicUrl: own.FLORIN_PUBLIC_URL.replace(/\/+$/, ''),
    keptDays: own.MAIL_RETENTION_DAYS,
    hourlyMax: own.MAIL_ACCOUNT_HOURLY_MAX,
    digestReceivers: own.MAIL_DIGEST_TO,
    noticesToken: own.MAIL_NOTICES_TOKEN,
    hasMailbox: smtp === undefined && readMode(env) === 'development',
  };
}
