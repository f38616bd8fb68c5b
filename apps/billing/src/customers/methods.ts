import { toPublicId, type Uuid } from '@florin/contracts';
import { CALL_TIMEOUT_MS, type ProcessorsClient, undefinedIfNotFound } from '../clients.ts';

interface MethodDeps {
  readonly processors: ProcessorsClient;
}

/** The customer's default payment method; undefined if none can be charged. */
export async function findDefaultMethod(
  { processors }: MethodDeps,
  { id, accountId }: { readonly id: Uuid; readonly accountId: Uuid },
  requestId: string,
): Promise<Uuid | undefined> {
  const asked = { accountId, savesFor: toPublicId('customer', id), methodId: '' };
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  const found = await processors.findSavedMethod(asked, context).catch(undefinedIfNotFound);
  return found?.methodId;
}

/** Whether the customer has saved this method and it can still be charged. */
export async function isSaved(
  { processors }: MethodDeps,
  asked: { readonly accountId: Uuid; readonly savesFor: string; readonly methodId: Uuid },
  requestId: string,
): Promise<boolean> {
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  const found = await processors.findSavedMethod(asked, context).catch(undefinedIfNotFound);
  // Otherwise processors returned the default.
  return found?.methodId === asked.methodId;
}
