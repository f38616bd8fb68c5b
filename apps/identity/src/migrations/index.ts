import type { Migrations } from '@florin/database';
import * as identity from './0001-identity.ts';
import * as usersAndKeys from './0002-users-and-keys.ts';

export const migrations: Migrations = {
  '0001-identity': identity,
  '0002-users-and-keys': usersAndKeys,
};
