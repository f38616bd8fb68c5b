import { parsePublicId } from '@florin/contracts';
import { z } from 'zod';

/** Narrows an admin's list to one account. An id that cannot exist matches nothing. */
export const accountFilter = z
  .string()
  .transform((id) => parsePublicId('account', id) ?? null)
  .optional();

/** Narrows a list to one subscription. */
export const subscriptionFilter = z
  .string()
  .transform((id) => parsePublicId('subscription', id) ?? null)
  .optional();
