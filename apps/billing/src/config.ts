import {
  type Environment,
  readEnvironment,
  readGrpcAddresses,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';

/** Keys of tax engines. */
export interface EngineSettings {
  readonly stripeTax: {
    /** Base URL of Stripe's API, without a trailing slash. */
    readonly url: string;
    /** Secret keys by mode; undefined if the operator has set none. */
    readonly liveKey: string | undefined;
    readonly testKey: string | undefined;
  };
}

/** Credentials of an HMRC application that may check VAT numbers. */
export interface HmrcSettings {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Services that verify VAT IDs. */
export interface OfficeSettings {
  /** Base URL of the VIES REST API, without a trailing slash. */
  readonly viesUrl: string;
  /** Undefined if no HMRC credentials are set. */
  readonly hmrc: HmrcSettings | undefined;
}

export interface BillingConfig extends ServiceConfig, OfficeSettings, EngineSettings {
  readonly ledgerAddresses: readonly string[];
  readonly accountsAddresses: readonly string[];
  readonly processorsAddresses: readonly string[];
  /** If empty, reading mail's part of customer data fails with 503. */
  readonly mailAddresses: readonly string[];
  readonly webhooksAddresses: readonly string[];
  /** URL of the gateway for clients, without a trailing slash. */
  readonly publicUrl: string;
}

const addressField = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];
const KEY = /^(?:sk|rk)_(?:test|live)_[A-Za-z0-9_]+$/;

/** Up to two Stripe secret keys: one for live mode, one for test mode. */
const stripeKeysField = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((key) => key.trim() || []))
  .refine((keys) => keys.every((key) => KEY.test(key)), 'must be sk_live_…, sk_test_… or rk_…')
  .transform((keys) => {
    const of = (mode: string) => keys.filter((key) => key.slice(2).startsWith(`_${mode}_`));
    return { live: of('live'), test: of('test') };
  })
  .refine(
    ({ live, test }) => live.length < 2 && test.length < 2,
    'must have at most one live and one test key, separated by a comma',
  );

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): BillingConfig {
  const own = readEnvironment(env, {
    // Base URL of public links and portals.
    FLORIN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
    BILLING_VIES_URL: addressField
      .default('https://ec.europa.eu/taxation_customs/vies/rest-api')
      .describe('Checks VAT IDs of live accounts.'),
    BILLING_HMRC_URL: addressField
      .default('https://api.service.hmrc.gov.uk')
      .describe("Another address of HMRC's API."),
    BILLING_STRIPE_TAX_KEY: stripeKeysField.describe(
      'Secret key for Stripe Tax, which sellers select with `tax_provider`; one for live and one for test accounts, separated by a comma. Its Stripe account holds the tax registrations of all sellers.',
    ),
    BILLING_STRIPE_TAX_URL: addressField
      .default('https://api.stripe.com')
      .refine(
        (url) => url.startsWith('https:') || LOOPBACK.includes(new URL(url).hostname),
        'must be an https URL, because the key is sent to it',
      )
      .describe("Another address of Stripe's API; https, except on this machine."),
    BILLING_HMRC_CLIENT_ID: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Client id of an HMRC application ("Check a UK VAT number", version 2.0). Without it British VAT IDs are `unavailable`.',
      ),
    BILLING_HMRC_CLIENT_SECRET: z
      .string()
      .min(1)
      .optional()
      .describe('Client secret of the HMRC application.'),
  });
  const { BILLING_HMRC_CLIENT_ID: clientId, BILLING_HMRC_CLIENT_SECRET: clientSecret } = own;
  return {
    ...readServiceConfig('billing', env),
    ledgerAddresses: readGrpcAddresses('ledger', env),
    accountsAddresses: readGrpcAddresses('accounts', env),
    processorsAddresses: readGrpcAddresses('processors', env),
    mailAddresses: env.MAIL_GRPC_ADDRESSES ? readGrpcAddresses('mail', env) : [],
    webhooksAddresses: env.WEBHOOKS_GRPC_ADDRESSES ? readGrpcAddresses('webhooks', env) : [],
    viesUrl: own.BILLING_VIES_URL,
    hmrc:
      clientId !== undefined && clientSecret !== undefined
        ? { url: own.BILLING_HMRC_URL, clientId, clientSecret }
        : undefined,
    stripeTax: {
      url: own.BILLING_STRIPE_TAX_URL,
      liveKey: own.BILLING_STRIPE_TAX_KEY.live[0],
      testKey: own.BILLING_STRIPE_TAX_KEY.test[0],
    },
    publicUrl: own.FLORIN_PUBLIC_URL.replace(/\/+$/, ''),
  };
}
