import { AppError, type ErrorCode, type Uuid } from '@florin/contracts';
import { choose, remove } from '../domain/method.ts';
import { change } from './operations.ts';
import { selectMethods } from './queries.ts';
import { beginPage, type SetupRouteDeps } from './setups.ts';

interface CustomerRef {
  readonly accountId: Uuid;
  readonly savesFor: string;
}

interface Request {
  readonly requestId: string;
}

const LISTED_MAX = 20;

/** RPCs of billing about saved methods, on behalf of a customer. */
export function methodRpcs(deps: Omit<SetupRouteDeps, 'findPayee'>) {
  const { db } = deps;
  const changing = (
    { accountId, savesFor: customer }: CustomerRef,
    { requestId }: Request,
    decide: Parameters<typeof change>[3],
  ) =>
    db
      .transaction()
      .execute((tx) =>
        change(tx, { accountId, customer }, { requestId, idempotencyKey: null }, decide),
      );
  return {
    async ListMethods({ accountId, savesFor: customer }: CustomerRef) {
      const page = { accountId, customer, after: undefined, before: undefined };
      const methods = await selectMethods(db, page, LISTED_MAX);
      return {
        methods: methods.map(({ id, processor, method: { card }, isDefault, disputedBy }) => ({
          id,
          processor,
          cardBrand: card?.brand ?? '',
          cardLast4: card?.last4 ?? '',
          expMonth: card?.expMonth ?? 0,
          expYear: card?.expYear ?? 0,
          isDefault,
          isDisputed: disputedBy.length > 0,
        })),
      };
    },

    async MakeMethodDefault(request: CustomerRef & { readonly methodId: Uuid }, context: Request) {
      const { methodId } = request;
      await changing(request, context, (all, now) => {
        if (!all.some(({ id, removedAt }) => id === methodId && removedAt === null))
          throw new AppError('not_found', 'the customer has no such saved payment method');
        return choose(all, methodId, now);
      });
      return {};
    },

    async RemoveMethod(request: CustomerRef & { readonly methodId: Uuid }, context: Request) {
      await changing(request, context, (all, now) => remove(all, request.methodId, now));
      return {};
    },

    async OpenMethodPage(
      {
        accountId,
        savesFor: customer,
        customerEmail: email,
        returnUrl,
        mandate,
      }: CustomerRef & {
        readonly customerEmail: string;
        readonly returnUrl: string;
        readonly mandate: string;
      },
      { requestId }: Request,
    ) {
      const asked = { accountId, customer, email, returnUrl, mandate, requestId, processor: null };
      const { status, body } = await beginPage(deps, asked, undefined);
      const said = body as { url?: string; error?: ErrorCode; message?: string };
      if (status === 201 && said.url !== undefined) return { url: said.url };
      throw new AppError(said.error ?? 'internal_error', said.message ?? 'it was refused');
    },
  };
}
