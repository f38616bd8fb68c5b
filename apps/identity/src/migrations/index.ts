import type { Migrations } from '@florin/database';
import * as identity from './0001-identity.ts';
import * as usersAndKeys from './0002-users-and-keys.ts';
import * as failedLogins from './0003-failed-logins.ts';
import * as outboxTrace from './0004-outbox-trace.ts';
import * as gatewayLeases from './0005-gateway-leases.ts';
import * as retireSigningKeys from './0006-retire-signing-keys.ts';
import * as apiKeyVersion from './0007-api-key-version.ts';
import * as sentHash from './0008-sent-hash.ts';
import * as exceptSession from './0009-except-session.ts';
import * as listIndexes from './0010-list-indexes.ts';
import * as whoIsInCharge from './0011-who-is-in-charge.ts';
import * as formerEmails from './0012-former-emails.ts';
import * as outboxCursor from './0013-outbox-cursor.ts';
import * as emailConfirmations from './0014-email-confirmations.ts';
import * as teams from './0015-teams.ts';
import * as secondFactors from './0016-second-factors.ts';
import * as loginLinks from './0017-login-links.ts';
import * as ownLogins from './0018-own-logins.ts';
import * as invitationsByKeys from './0019-invitations-by-keys.ts';
import * as anonymizedUsers from './0020-anonymized-users.ts';
import * as namesOfKeys from './0021-names-of-keys.ts';
import * as outboxProgress from './0029-outbox-progress.ts';

export const migrations: Migrations = {
  '0001-identity': identity,
  '0002-users-and-keys': usersAndKeys,
  '0003-failed-logins': failedLogins,
  '0004-outbox-trace': outboxTrace,
  '0005-gateway-leases': gatewayLeases,
  '0006-retire-signing-keys': retireSigningKeys,
  '0007-api-key-version': apiKeyVersion,
  '0008-sent-hash': sentHash,
  '0009-except-session': exceptSession,
  '0010-list-indexes': listIndexes,
  '0011-who-is-in-charge': whoIsInCharge,
  '0012-former-emails': formerEmails,
  '0013-outbox-cursor': outboxCursor,
  '0014-email-confirmations': emailConfirmations,
  '0015-teams': teams,
  '0016-second-factors': secondFactors,
  '0017-login-links': loginLinks,
  '0018-own-logins': ownLogins,
  '0019-invitations-by-keys': invitationsByKeys,
  '0020-anonymized-users': anonymizedUsers,
  '0021-names-of-keys': namesOfKeys,
  '0029-outbox-progress': outboxProgress,
};
