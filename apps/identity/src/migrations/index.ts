import type { Migrations } from '@florin/database';
import * as identity from './0001-identity.ts';

export const migrations: Migrations = { '0001-identity': identity };
