import type { Migrations } from '@florin/database';
import * as eventLog from './0001-event-log.ts';
import * as logPositions from './0002-log-positions.ts';
import * as webhookEndpoints from './0003-webhook-endpoints.ts';
import * as appendOnly from './0004-append-only.ts';
import * as auditedOperations from './0005-audited-operations.ts';
import * as sentHash from './0006-sent-hash.ts';
import * as listIndexes from './0007-list-indexes.ts';
import * as deadLetters from './0008-dead-letters.ts';
import * as logIsInbox from './0009-log-is-inbox.ts';
import * as failingEndpoints from './0010-failing-endpoints.ts';
import * as eventsOfObjects from './0011-events-of-objects.ts';
import * as whatWasAnswered from './0012-what-was-answered.ts';
import * as deliveriesOfEvents from './0013-deliveries-of-events.ts';
import * as requests from './0014-requests.ts';
import * as requestStatistics from './0015-request-statistics.ts';
import * as requestsByKeys from './0016-requests-by-keys.ts';
import * as columnsOfRequests from './0017-columns-of-requests.ts';
import * as indexesOfRequests from './0018-indexes-of-requests.ts';
import * as startOfTheLog from './0019-start-of-the-log.ts';
import * as monthsOfTheLog from './0020-months-of-the-log.ts';
import * as erasures from './0021-erasures.ts';
import * as userErasures from './0022-user-erasures.ts';
import * as outboxProgress from './0031-outbox-progress.ts';
import * as endpointQueues from './0032-endpoint-queues.ts';
import * as publishedFailures from './0033-published-failures.ts';

export const migrations: Migrations = {
  '0001-event-log': eventLog,
  '0002-log-positions': logPositions,
  '0003-webhook-endpoints': webhookEndpoints,
  '0004-append-only': appendOnly,
  '0005-audited-operations': auditedOperations,
  '0006-sent-hash': sentHash,
  '0007-list-indexes': listIndexes,
  '0008-dead-letters': deadLetters,
  '0009-log-is-inbox': logIsInbox,
  '0010-failing-endpoints': failingEndpoints,
  '0011-events-of-objects': eventsOfObjects,
  '0012-what-was-answered': whatWasAnswered,
  '0013-deliveries-of-events': deliveriesOfEvents,
  '0014-requests': requests,
  '0015-request-statistics': requestStatistics,
  '0016-requests-by-keys': requestsByKeys,
  '0017-columns-of-requests': columnsOfRequests,
  '0018-indexes-of-requests': indexesOfRequests,
  '0019-start-of-the-log': startOfTheLog,
  '0020-months-of-the-log': monthsOfTheLog,
  '0021-erasures': erasures,
  '0022-user-erasures': userErasures,
  '0031-outbox-progress': outboxProgress,
  '0032-endpoint-queues': endpointQueues,
  '0033-published-failures': publishedFailures,
};
