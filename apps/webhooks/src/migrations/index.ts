import type { Migrations } from '@florin/database';
import * as eventLog from './0001-event-log.ts';
import * as logPositions from './0002-log-positions.ts';
import * as webhookEndpoints from './0003-webhook-endpoints.ts';

export const migrations: Migrations = {
  '0001-event-log': eventLog,
  '0002-log-positions': logPositions,
  '0003-webhook-endpoints': webhookEndpoints,
};
