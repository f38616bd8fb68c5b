import type { Migrations } from '@florin/database';
import * as accounts from './0001-accounts.ts';
import * as closing from './0002-closing.ts';
import * as runs from './0003-runs.ts';
import * as outboxTrace from './0004-outbox-trace.ts';
import * as returnUrls from './0005-return-urls.ts';
import * as sentHash from './0006-sent-hash.ts';
import * as listIndexes from './0007-list-indexes.ts';
import * as chosenLanguages from './0008-chosen-languages.ts';
import * as formerEmails from './0009-former-emails.ts';
import * as sagaRuns from './0010-saga-runs.ts';
import * as outboxCursor from './0011-outbox-cursor.ts';
import * as statusReasons from './0012-status-reasons.ts';
import * as outboxProgress from './0022-outbox-progress.ts';

export const migrations: Migrations = {
  '0001-accounts': accounts,
  '0002-closing': closing,
  '0003-runs': runs,
  '0004-outbox-trace': outboxTrace,
  '0005-return-urls': returnUrls,
  '0006-sent-hash': sentHash,
  '0007-list-indexes': listIndexes,
  '0008-chosen-languages': chosenLanguages,
  '0009-former-emails': formerEmails,
  '0010-saga-runs': sagaRuns,
  '0011-outbox-cursor': outboxCursor,
  '0012-status-reasons': statusReasons,
  '0022-outbox-progress': outboxProgress,
};
