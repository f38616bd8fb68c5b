import type { Migrations } from '@florin/database';
import * as accounts from './0001-accounts.ts';

export const migrations: Migrations = { '0001-accounts': accounts };
