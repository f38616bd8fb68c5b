import {
  AppError,
  type Caller,
  isLive,
  newId,
  type Reply,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { IdempotencyKey, Saga, SagaRunner } from '@florin/database';
import { canRead, canWrite } from '@florin/http-api';
import type { FindPayee, IsArchived } from '../clients.ts';
import type { MethodState } from '../contract/processor.ts';
import { save } from '../domain/method.ts';
import { BY_PROCESSOR } from '../events.ts';
import { findMerchant } from '../merchants/queries.ts';
import { mustHave, type Registry } from '../registry.ts';
import type { Db, ProcessorsTables } from '../schema.ts';
import { change, isErased } from './operations.ts';
import { findCustomerReference } from './queries.ts';
import { endSetup, findSetup, insertSetup, type Setup } from './setup-queries.ts';

export interface SetupDeps {
  readonly db: Db;
  readonly registry: Registry;
  readonly isArchived: IsArchived;
}

const ENDED = 'this page has ended; create another one with a new Idempotency-Key';

/** State of the saga that opens a page for saving a method. */
export type SettingUp = Omit<Setup, 'livemode' | 'createdAt'>;

/**
 * Opens a page for saving a method without paying. Steps may be repeated: the processor opens one
 * page per id.
 */
export function setupSaga(deps: SetupDeps): Saga<SettingUp, ProcessorsTables> {
  return {
    kind: 'set_up_method',
    first: 'store',
    steps: {
      async store(state) {
        await insertSetup(deps.db, { ...state, livemode: isLive(state.accountId) });
        return { next: 'open', state };
      },
      async open(state) {
        const setup = await findSetup(deps.db, state.id);
        if (!setup) throw new Error(`setup ${state.id} does not exist`);
        const started = await take(deps, setup);
        if (started.status !== 'requires_action')
          return { done: async () => refuse('invalid_request', ENDED) };
        const { url } = started;
        return { done: async () => ({ status: 201, body: toResource(setup, url) }) };
      },
    },
  };
}

/** Polls the processor for a setup and stores the result; a saved method becomes the default. */
export async function refresh(deps: SetupDeps, setup: Setup): Promise<void> {
  if (setup.status === 'open') await take(deps, setup);
}

async function take({ db, registry, isArchived }: SetupDeps, setup: Setup): Promise<MethodState> {
  const { id, accountId, merchant, customer, email, mandate, returnUrl, livemode } = setup;
  const processor = mustHave(registry, setup);
  const customerReference = await findCustomerReference(db, accountId, customer, processor.name);
  const saves = { customer, email, mandate, customerReference };
  const state = await processor.saveMethod({ id, merchant, saves, returnUrl });
  if (state.status === 'requires_action') return state;
  const isRefused = state.status === 'saved' && (await isArchived(setup, `setup ${id}`));
  await db.transaction().execute(async (tx) => {
    if (!(await endSetup(tx, id, state.status)) || state.status !== 'saved') return;
    const { method } = state;
    const saved = { merchant, customer, processor: processor.name, livemode, method, mandate };
    if (isRefused || (await isErased(tx, customer))) return;
    await change(tx, setup, BY_PROCESSOR, (all, now) => save(all, { ...saved, id: newId() }, now));
  });
  return state;
}

/** The page as shown to the requester. */
function toResource({ accountId, customer, livemode, processor }: Setup, url: string) {
  return {
    object: 'payment_method_page' as const,
    livemode,
    account_id: toPublicId('account', accountId),
    customer_id: customer,
    processor,
    url,
  };
}

export interface SetupRequest extends Pick<Setup, 'customer' | 'email' | 'mandate' | 'returnUrl'> {
  readonly caller: Caller;
  readonly requestId: string;
  /** Undefined means an account that cannot exist. */
  readonly accountId: Uuid | undefined;
  /** Null selects the preferred processor. */
  readonly processor: string | null;
}

export interface SetupRouteDeps extends SetupDeps {
  readonly setups: Pick<SagaRunner<SettingUp>, 'begin'>;
  readonly findPayee: FindPayee;
}

/**
 * @throws AppError account_not_found for accounts of others, invalid_request for a forbidden return
 * URL
 */
export async function openPage(
  deps: SetupRouteDeps,
  { caller, requestId, accountId, ...what }: SetupRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  if (accountId === undefined || !canRead(caller, accountId)) throw accountNotFound();
  if (!canWrite(caller, accountId)) throw new AppError('forbidden', 'this role is read-only');
  const payee = await deps.findPayee(accountId, requestId);
  if (!payee) throw accountNotFound();
  if (!payee.mayLeadTo(what.returnUrl))
    throw new AppError(
      'invalid_request',
      'return_url: is not in the list of the account: add it to return_urls by PATCH /v1/account first',
    );
  return beginPage(deps, { ...what, accountId, requestId }, key);
}

type PageRequest = Omit<SetupRequest, 'caller' | 'accountId'> & {
  readonly accountId: Uuid;
};

/**
 * Opens a page for an authorized caller with a checked return URL.
 * @throws AppError invalid_request if no processor saves methods
 */
export async function beginPage(
  { db, registry, setups, isArchived }: Omit<SetupRouteDeps, 'findPayee'>,
  { accountId, processor: wanted, requestId, ...what }: PageRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  if (await isErased(db, what.customer))
    throw new AppError(
      'invalid_request',
      'customer_id: the personal data of this customer was erased; create a new customer',
    );
  if (await isArchived({ accountId, customer: what.customer }, requestId))
    throw new AppError(
      'invalid_request',
      'customer_id: the customer is archived; unarchive it with POST /v1/customers/{customer_id}/unarchive',
    );
  const able = registry.openFor(accountId).filter(({ abilities }) => abilities.savesMethods);
  const processor = wanted === null ? able[0] : able.find(({ name }) => name === wanted);
  if (!processor)
    throw new AppError(
      'invalid_request',
      wanted === null
        ? 'no processor that saves payment methods is configured in the mode of the account'
        : `processor: no such processor saves payment methods here; use ${able.map(({ name }) => name).join(', ')}`,
    );
  const merchant = await findMerchant(db, accountId, processor.name);
  const setup = { ...what, id: newId(), accountId, merchant, processor: processor.name };
  return setups.begin({ ...setup, status: 'open' }, key);
}

function accountNotFound(): AppError {
  return new AppError('account_not_found', 'there is no account with this id');
}
