import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { type AnyDefinition, loadSync } from '@grpc/proto-loader';
import type { AccountsServiceDefinition } from './gen/florin/accounts/v1/AccountsService.ts';
import type { BillingServiceDefinition } from './gen/florin/billing/v1/BillingService.ts';
import type { DescribeServiceDefinition } from './gen/florin/describe/v1/DescribeService.ts';
import type { IdentityServiceDefinition } from './gen/florin/identity/v1/IdentityService.ts';
import type { BalancesServiceDefinition } from './gen/florin/ledger/v1/BalancesService.ts';
import type { ChargesServiceDefinition } from './gen/florin/ledger/v1/ChargesService.ts';
import type { FundsServiceDefinition } from './gen/florin/ledger/v1/FundsService.ts';
import type { HistoryServiceDefinition } from './gen/florin/ledger/v1/HistoryService.ts';
import type { MailsServiceDefinition } from './gen/florin/mail/v1/MailsService.ts';
import type { ProcessorsServiceDefinition } from './gen/florin/processors/v1/ProcessorsService.ts';
import type { LogServiceDefinition } from './gen/florin/webhooks/v1/LogService.ts';

const protoRoot = fileURLToPath(new URL('../../../protos', import.meta.url));

// int64 as text, because a JSON number is exact only to 2^53.
const definition = loadSync(globSync('*/v1/*.proto', { cwd: protoRoot }), {
  includeDirs: [protoRoot],
  longs: String,
  enums: String,
  defaults: true,
  oneofs: true,
});

/** The gRPC services of Florin, for servers and clients. */
export const grpcServices = {
  accounts: serviceOf<AccountsServiceDefinition>('florin.accounts.v1.AccountsService'),
  balances: serviceOf<BalancesServiceDefinition>('florin.ledger.v1.BalancesService'),
  billing: serviceOf<BillingServiceDefinition>('florin.billing.v1.BillingService'),
  charges: serviceOf<ChargesServiceDefinition>('florin.ledger.v1.ChargesService'),
  describe: serviceOf<DescribeServiceDefinition>('florin.describe.v1.DescribeService'),
  funds: serviceOf<FundsServiceDefinition>('florin.ledger.v1.FundsService'),
  history: serviceOf<HistoryServiceDefinition>('florin.ledger.v1.HistoryService'),
  identity: serviceOf<IdentityServiceDefinition>('florin.identity.v1.IdentityService'),
  log: serviceOf<LogServiceDefinition>('florin.webhooks.v1.LogService'),
  mails: serviceOf<MailsServiceDefinition>('florin.mail.v1.MailsService'),
  processors: serviceOf<ProcessorsServiceDefinition>('florin.processors.v1.ProcessorsService'),
} as const;

/** @throws Error if the files declare no such service */
function serviceOf<Definition extends ServiceDefinition>(
  name: string,
): { readonly service: Definition } {
  const service = definition[name];
  if (!isServiceOf<Definition>(service)) throw new Error(`there is no service ${name}`);
  return { service };
}

/** `pnpm generate` creates the types from the same files. */
function isServiceOf<Definition extends ServiceDefinition>(
  loaded: AnyDefinition | undefined,
): loaded is AnyDefinition & Definition {
  return loaded !== undefined && !('format' in loaded);
}
