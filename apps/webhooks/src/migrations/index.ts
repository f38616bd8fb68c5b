import type { Migrations } from '@florin/database';
import * as eventLog from './0001-event-log.ts';

export const migrations: Migrations = { '0001-event-log': eventLog };
