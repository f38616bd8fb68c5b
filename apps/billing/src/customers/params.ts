import { text } from '@florin/http-api';
import { z } from 'zod';

export const EXTERNAL_ID_LENGTH_MAX = 255;

const reference = text(EXTERNAL_ID_LENGTH_MAX);

/** Florin's id or the account's external id; anything else is not found. */
export const customerParams = z.object({
  customer_id: z
    .string()
    .refine((id) => reference.safeParse(id).success)
    .meta({ description: 'Id of a customer, or your external_id.' }),
});
