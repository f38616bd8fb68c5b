import type { Migrations } from '@florin/database';
import * as letters from './0001-letters.ts';

export const migrations: Migrations = { '0001-letters': letters };
