import type { Migrations } from '@florin/database';
import * as letters from './0001-letters.ts';
import * as lettersOfUsers from './0002-letters-of-users.ts';

export const migrations: Migrations = {
  '0001-letters': letters,
  '0002-letters-of-users': lettersOfUsers,
};
