import { newId, type Reply } from '@florin/contracts';
import { isExpectedAtStart, type Logger, type Worker } from '@florin/service';
import { defaultSettings } from '../accounts/model.ts';
import { findPlatformAccount } from '../accounts/queries.ts';
import type { Admin } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { openAccount } from './operations.ts';

/** The services that the platform account needs may start later. */
const REST_MS = 60_000;
const REST_AFTER_ERROR_MS = 500;

export interface PlatformAccount extends Admin {
  readonly livemode: boolean;
}

/**
 * Opens the platform account at the very first start, and tries again for as long as that is refused:
 * the cause may be mended meanwhile.
 * @returns the worker that does so, and whether there has been an answer: before the first admin can
 * log in, no client is sent here.
 */
export function makePlatformAccount(deps: Deps, account: PlatformAccount, log: Logger) {
  let isAnswered = false;
  const worker: Worker = {
    name: 'opening the platform account',
    async round() {
      const refusal = await openPlatformAccount(deps, account);
      isAnswered = true;
      if (refusal)
        log.error({ refusal: refusal.body }, 'there is no admin: set another FLORIN_ADMIN_EMAIL');
    },
    restMs: REST_MS,
    restAfterErrorMs: REST_AFTER_ERROR_MS,
    expects: isExpectedAtStart,
  };
  return { worker, isReady: () => isAnswered };
}

const KEY = { scope: 'start', key: 'platform account' };

/**
 * Opens the platform account, whose owner is the first admin, unless it is there. Its key makes
 * it one, however many processes start at once. Returns the refusal when the admin's email
 * belongs to somebody else; that is not stored, so that another email can be tried.
 */
async function openPlatformAccount(
  deps: Deps,
  { email, password, livemode }: PlatformAccount,
): Promise<Reply | undefined> {
  if (await findPlatformAccount(deps.db)) return undefined;
  const reply = await openAccount(deps, {
    email,
    password,
    livemode,
    name: 'Florin',
    type: 'business',
    settings: defaultSettings,
    creatorUserId: null,
    isPlatform: true,
    requestId: newId(),
    idempotencyKey: null,
    key: { ...KEY, request: { email }, sent: { email } },
  });
  if (reply.status === 201) return undefined;
  await deleteRefusal(deps.db);
  return reply;
}

/** Frees the key when a refusal was stored under it; one of running work or a success stays. */
async function deleteRefusal(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', KEY.scope)
    .where('key', '=', KEY.key)
    .where('status', '>=', 400)
    .execute();
}
