import type { Migrations } from '@florin/database';
import * as eventLog from './0001-event-log.ts';
import * as logPositions from './0002-log-positions.ts';

export const migrations: Migrations = {
  '0001-event-log': eventLog,
  '0002-log-positions': logPositions,
};
