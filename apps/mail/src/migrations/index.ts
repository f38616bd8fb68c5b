import type { Migrations } from '@florin/database';
import * as letters from './0001-letters.ts';
import * as lettersOfUsers from './0002-letters-of-users.ts';
import * as suppressions from './0003-suppressions.ts';
import * as digests from './0004-digests.ts';
import * as templates from './0005-templates.ts';
import * as mailsOfObjects from './0006-mails-of-objects.ts';
import * as mailIndexes from './0007-mail-indexes.ts';
import * as mailLanes from './0008-mail-lanes.ts';
import * as mailLaneIndex from './0009-mail-lane-index.ts';
import * as mailTurnsIndex from './0010-mail-turns-index.ts';
import * as erasures from './0011-erasures.ts';
import * as outboxProgress from './0021-outbox-progress.ts';
import * as messages from './0022-messages.ts';
import * as indexesOfQueues from './0023-indexes-of-queues.ts';

export const migrations: Migrations = {
  '0001-letters': letters,
  '0002-letters-of-users': lettersOfUsers,
  '0003-suppressions': suppressions,
  '0004-digests': digests,
  '0005-templates': templates,
  '0006-mails-of-objects': mailsOfObjects,
  '0007-mail-indexes': mailIndexes,
  '0008-mail-lanes': mailLanes,
  '0009-mail-lane-index': mailLaneIndex,
  '0010-mail-turns-index': mailTurnsIndex,
  '0011-erasures': erasures,
  '0021-outbox-progress': outboxProgress,
  '0022-messages': messages,
  '0023-indexes-of-queues': indexesOfQueues,
};
