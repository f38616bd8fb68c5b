import { nameOfBrand } from '@florin/cards';
import { toPublicId, type Uuid } from '@florin/contracts';
import { CALL_TIMEOUT_MS, type ProcessorsClient } from '../../clients.ts';
import type { Customer } from '../../domain/customer.ts';

/** A saved payment method as customers recognize it. */
export interface SavedMethod {
  readonly id: Uuid;
  readonly name: string;
  /** Empty if it is not a card. */
  readonly last4: string;
  /** `MM/YYYY`; null if unknown. */
  readonly month: string | null;
  readonly isDefault: boolean;
  /** Automatic charges are paused because one of its payments is disputed. */
  readonly isDisputed: boolean;
}

/** The processor creates a page of its own, which is slow. */
const PAGE_TIMEOUT_MS = 10_000;

const whose = ({ id, accountId }: Customer) => ({
  accountId,
  savesFor: toPublicId('customer', id),
});

export async function listSavedMethods(
  processors: ProcessorsClient,
  customer: Customer,
  requestId: string,
): Promise<readonly SavedMethod[]> {
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  const { methods } = await processors.listMethods(whose(customer), context);
  return (methods ?? []).map((method) => ({
    id: method.id,
    name: nameOfBrand(method.cardBrand) ?? method.processor,
    last4: method.cardLast4,
    month:
      method.expYear === 0 ? null : `${String(method.expMonth).padStart(2, '0')}/${method.expYear}`,
    isDefault: method.isDefault,
    isDisputed: method.isDisputed,
  }));
}

/** @throws AppError not_found for a method that the customer has not saved */
export async function changeMethod(
  processors: ProcessorsClient,
  customer: Customer,
  { action, methodId }: { readonly action: 'default' | 'remove'; readonly methodId: Uuid },
  requestId: string,
): Promise<void> {
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  const request = { ...whose(customer), methodId };
  if (action === 'default') await processors.makeMethodDefault(request, context);
  else await processors.removeMethod(request, context);
}

/** The page for saving another payment method, which returns to `returnUrl`. */
export async function openMethodPage(
  processors: ProcessorsClient,
  customer: Customer,
  { returnUrl, mandate }: { readonly returnUrl: string; readonly mandate: string },
  requestId: string,
): Promise<string> {
  const savesFor = toPublicId('customer', customer.id);
  const customerEmail = customer.email ?? `${savesFor}@customers.invalid`;
  const request = { ...whose(customer), customerEmail, returnUrl, mandate };
  const context = { requestId, timeoutMs: PAGE_TIMEOUT_MS };
  return (await processors.openMethodPage(request, context)).url;
}
