import type { Migrations } from '@florin/database';
import * as objects from './0001-objects.ts';
import * as reports from './0002-reports.ts';

export const migrations: Migrations = {
  '0001-objects': objects,
  '0002-reports': reports,
};
