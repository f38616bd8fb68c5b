import {
  type Environment,
  readGrpcAddresses,
  readMode,
  readServiceConfig,
  type ServiceConfig,
} from '@florin/service';
import { readSmtpSettings, type SmtpSettings } from './smtp/settings.ts';

export interface MailConfig extends ServiceConfig {
  readonly identityAddresses: readonly string[];
  readonly accountsAddresses: readonly string[];
  readonly ledgerAddresses: readonly string[];
  readonly billingAddresses: readonly string[];
  /** Undefined where no mail leaves. */
  readonly smtp: SmtpSettings | undefined;
  /** Whether mail arrives at `/dev/mail` instead of leaving. */
  readonly hasMailbox: boolean;
}

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): MailConfig {
  const smtp = readSmtpSettings(env);
  return {
    ...readServiceConfig('mail', env),
    identityAddresses: readGrpcAddresses('identity', env),
    accountsAddresses: readGrpcAddresses('accounts', env),
    ledgerAddresses: readGrpcAddresses('ledger', env),
    billingAddresses: readGrpcAddresses('billing', env),
    smtp,
    hasMailbox: smtp === undefined && readMode(env) === 'development',
  };
}
