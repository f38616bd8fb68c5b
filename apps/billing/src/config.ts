import {
  type Environment,
  readEnvironment,
  readGrpcAddresses,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';
import type { OfficeSettings } from './tax-ids/offices.ts';

export interface BillingConfig extends ServiceConfig, OfficeSettings {
  readonly ledgerAddresses: readonly string[];
  readonly accountsAddresses: readonly string[];
  readonly processorsAddresses: readonly string[];
  /** Empty where it is not set: reading its part of a customer's data fails with 503. */
  readonly mailAddresses: readonly string[];
  readonly webhooksAddresses: readonly string[];
  /** How clients reach the gateway, without a slash at the end. */
  readonly publicUrl: string;
}

const addressField = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): BillingConfig {
  const own = readEnvironment(env, {
    // Public links and portals begin with it.
    FLORIN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8080'),
    BILLING_VIES_URL: addressField.default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
    BILLING_HMRC_URL: addressField.default('https://api.service.hmrc.gov.uk'),
    BILLING_HMRC_CLIENT_ID: z.string().min(1).optional(),
    BILLING_HMRC_CLIENT_SECRET: z.string().min(1).optional(),
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
    publicUrl: own.FLORIN_PUBLIC_URL.replace(/\/+$/, ''),
  };
}
