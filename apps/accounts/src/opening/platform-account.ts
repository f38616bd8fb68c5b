import { newId, type Reply } from '@florin/contracts';
import { isExpectedAtStart, type Logger, type Worker } from '@florin/service';
import { findPlatformAccount } from '../accounts/queries.ts';
import type { Admin } from '../config.ts';
import type { Deps } from '../deps.ts';
import { defaultSettings } from '../domain/account.ts';
import type { Db } from '../schema.ts';
import { openAccount } from './operations.ts';

/** Services that the platform account needs may start later. */
const REST_MS = 60_000;
const REST_AFTER_ERROR_MS = 500;

export interface PlatformAccount extends Admin {
  readonly livemode: boolean;
}

/**
 * Opens the platform account at the first start, and retries a refusal until its cause is fixed.
 * @returns the worker, and whether the first admin can log in, before which no client is routed
 * here.
 */
export function makePlatformAccount(deps: Deps, account: PlatformAccount, log: Logger) {
  let isAnswered = false;
  const worker: Worker = {
    name: 'opening the platform account',
    async round() {
      const refusal = await openPlatformAccount(deps, account);
      isAnswered = true;
      if (refusal)
        log.error({ refusal: refusal.body }, 'there is no admin; set another FLORIN_ADMIN_EMAIL');
    },
    restMs: REST_MS,
    restAfterErrorMs: REST_AFTER_ERROR_MS,
    expects: isExpectedAtStart,
  };
  return { worker, isReady: () => isAnswered };
}

const KEY = { scope: 'start', key: 'platform account' };

/**
 * Opens the platform account for the first admin, once across processes by its key. Returns the
 * refusal if the admin's email is taken; it is not stored, so another email can be tried.
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

/** Deletes a refusal stored under the key; running work and a success stay. */
async function deleteRefusal(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', KEY.scope)
    .where('key', '=', KEY.key)
    .where('status', '>=', 400)
    .execute();
}
