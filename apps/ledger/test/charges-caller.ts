import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { peerAt } from '@florin/testing';
import type { TestLedger } from './start-ledger.ts';

/** The billing service as a client of the ledger. */
export function connectCharges({ grpcPort }: Pick<TestLedger, 'grpcPort'>) {
  return makeClient(grpcServices.charges, peerAt('billing', 'ledger', grpcPort));
}
