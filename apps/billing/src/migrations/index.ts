import type { Migrations } from '@florin/database';
import * as foundations from './0001-foundations.ts';

export const migrations: Migrations = { '0001-foundations': foundations };
