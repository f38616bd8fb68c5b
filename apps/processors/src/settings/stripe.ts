import { type Currency, parseCurrency } from '@florin/money';
import { type Environment, readEnvironment } from '@florin/service';
import { z } from 'zod';

export interface StripeSettings {
  /** `sk_…` or `rk_…`. */
  readonly secretKey: string;
  /** Valid webhook secrets; several during a rotation. */
  readonly webhookSecrets: readonly string[];
  readonly apiBase: URL;
}

/** Stripe's API version; that of the package, so that its types are correct. */
export const API_VERSION = '2026-10-28.endive';

/**
 * Currencies that Stripe takes in ISO 4217 minor units. Excludes ISK, MGA and UGX, which have
 * another unit at Stripe, and three-decimal currencies, whose last digit must be 0.
 */
const codes = `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BIF BMD BND BOB BRL BSD BWP BYN BZD CAD
  CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD
  HNL HTG HUF IDR ILS INR JMD JPY KES KGS KHR KMF KRW KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT
  MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF
  SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS VND VUV WST XAF
  XCD XCG XOF XPF YER ZAR ZMW`;

export const takenCurrencies: readonly Currency[] = codes
  .split(/\s+/)
  .map(parseCurrency)
  .filter((currency) => currency !== undefined);

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

const fields = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^(sk|rk)_(test|live)_[A-Za-z0-9_]+$/,
      'must be a secret key: sk_test_…, sk_live_… or rk_…',
    )
    .optional()
    .describe('Secret key of [Stripe](../processors.md).'),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .pipe(
      z
        .array(
          z.string().regex(/^whsec_[!-~]{8,}$/, 'must be whsec_…, several separated by commas'),
        )
        .max(10),
    )
    .default([])
    .describe("Signing secrets of Stripe's webhooks, separated by commas."),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .refine(
      ({ protocol, hostname }) => protocol === 'https:' || LOOPBACK.includes(hostname),
      'must be an https URL, because the key is sent to it',
    )
    .default(new URL('https://api.stripe.com'))
    .describe("Another address of Stripe's API; https, except on this machine."),
};

/** Undefined without a key. Called once, at startup. */
export function readStripeSettings(env: Environment): StripeSettings | undefined {
  const own = readEnvironment(env, fields);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: webhookSecrets } = own;
  return secretKey === undefined
    ? undefined
    : { secretKey, webhookSecrets, apiBase: own.STRIPE_API_BASE };
}

/** Whether this key moves real money. */
export function isLive(secretKey: string): boolean {
  return /^[a-z]+_live_/.test(secretKey);
}
