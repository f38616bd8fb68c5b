import { type ServiceDatabase, testDatabase } from '@florin/service-testing';
import { migrations } from '../src/migrations/index.ts';

export type LedgerDatabase = ServiceDatabase;

/** A database with empty ledger tables. */
export const createLedgerDatabase = () => testDatabase('ledger', migrations);
