import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { toPage } from '../fields/page.ts';
import { scopeOf } from './account-access.ts';

interface PageRequest {
  readonly limit: number;
  readonly after?: Uuid | undefined;
  readonly before?: Uuid | undefined;
}

/** A request for a list of objects that belong to accounts, from the filter of its query. */
export type OwnedRequest<Filter> = Omit<Filter, 'accountId'> & {
  /** Limits the list to one account; null is an account that cannot exist. */
  readonly accountId: Uuid | null | undefined;
  readonly limit: number;
};

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

interface ListSource<Filter, Item> {
  /** Name of an item in error messages. */
  readonly name: string;
  /** Finds the item of a cursor; falsy or `not_found` if it is not in the list. */
  readonly find: (id: Uuid) => Promise<unknown>;
  /** Newest first; oldest first from a `before` cursor. */
  readonly select: (filter: Filter, rowsMax: number) => Promise<readonly Item[]>;
}

/**
 * Reads one page of a list.
 * @throws AppError invalid_request for a cursor that is not in the list
 */
export async function readPage<Request extends PageRequest, Item>(
  request: Request,
  { name, find, select }: ListSource<Request, Item>,
): Promise<ListPage<Item>> {
  const { limit, after, before } = request;
  const cursor = after ?? before;
  if (cursor !== undefined && !(await find(cursor).catch(undefinedIfNotFound)))
    throw new AppError('invalid_request', `the cursor names no ${name}; use an id from this list`);
  const rows = await select(request, limit + 1);
  return toPage(rows, limit, before === undefined ? 'after' : 'before');
}

/** Reads one page of a list of the accounts that the caller may read; null selects all. */
export function listOwned<Request extends OwnedRequest<PageRequest>, Item>(
  caller: Caller,
  request: Request,
  source: ListSource<Request & { readonly accountId: Uuid | null }, Item>,
): Promise<ListPage<Item>> {
  return readPage(request, {
    ...source,
    async select(asked, rowsMax) {
      const scope = scopeOf(caller, asked.accountId);
      if (scope === undefined) return [];
      return source.select({ ...asked, accountId: scope === 'all' ? null : scope }, rowsMax);
    },
  });
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
}
