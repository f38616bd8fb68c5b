import { fileURLToPath } from 'node:url';
import type { GrpcObject } from '@grpc/grpc-js';
import { loadPackageDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { ProtoGrpcType as AccountsProto } from './gen/accounts.ts';
import type { ProtoGrpcType as BalancesProto } from './gen/balances.ts';
import type { ProtoGrpcType as BillingProto } from './gen/billing.ts';
import type { ProtoGrpcType as ChargesProto } from './gen/charges.ts';
import type { ProtoGrpcType as DescribeProto } from './gen/describe.ts';
import type { ProtoGrpcType as IdentityProto } from './gen/identity.ts';

const protoRoot = fileURLToPath(new URL('../../../protos', import.meta.url));

// int64 as text: a JSON number would round beyond 2^53.
const definition = loadSync(
  [
    'accounts/v1/accounts.proto',
    'billing/v1/billing.proto',
    'describe/v1/describe.proto',
    'identity/v1/identity.proto',
    'ledger/v1/balances.proto',
    'ledger/v1/charges.proto',
  ],
  { includeDirs: [protoRoot], longs: String, enums: String, defaults: true, oneofs: true },
);

const loaded = loadPackageDefinition(definition) as GrpcObject as unknown as AccountsProto &
  BalancesProto &
  BillingProto &
  ChargesProto &
  DescribeProto &
  IdentityProto;

/** The gRPC services of Florin: definitions to serve, constructors to call. */
export const grpcServices = {
  accounts: loaded.florin.accounts.v1.AccountsService,
  balances: loaded.florin.ledger.v1.BalancesService,
  billing: loaded.florin.billing.v1.BillingService,
  charges: loaded.florin.ledger.v1.ChargesService,
  describe: loaded.florin.describe.v1.DescribeService,
  identity: loaded.florin.identity.v1.IdentityService,
} as const;
