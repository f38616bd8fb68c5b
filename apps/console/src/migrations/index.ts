import type { Migrations } from '@florin/database';
import * as objects from './0001-objects.ts';

export const migrations: Migrations = {
  '0001-objects': objects,
};
