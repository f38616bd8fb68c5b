import type { Migrations } from '@florin/database';
import * as objects from './0001-objects.ts';
import * as reports from './0002-reports.ts';
import * as amountsOfAll from './0003-amounts-of-all.ts';
import * as recurringParts from './0004-recurring-parts.ts';
import * as lighterWords from './0005-lighter-words.ts';
import * as erasures from './0006-erasures.ts';
import * as customersOfObjects from './0007-customers-of-objects.ts';

export const migrations: Migrations = {
  '0001-objects': objects,
  '0002-reports': reports,
  '0003-amounts-of-all': amountsOfAll,
  '0004-recurring-parts': recurringParts,
  '0005-lighter-words': lighterWords,
  '0006-erasures': erasures,
  '0007-customers-of-objects': customersOfObjects,
};
