import { z } from 'zod';
import { parseProxies } from './requests/client-address.ts';
import type { TlsKeys } from './requests/edge-server.ts';

/** `10.0.0.0/8,192.0.2.1`: those that say where a request comes from. */
export const proxiesField = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return parseProxies(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : 'is not valid');
      return z.NEVER;
    }
  });

/** `*`, or `https://app.example,https://…`: as browsers write them. */
export const corsField = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .transform((origins) => new Set(origins.filter((origin) => origin !== '')))
  .refine(
    (origins) => [...origins].every((one) => one === '*' || URL.parse(one)?.origin === one),
    'takes * or origins such as https://app.example, without a path',
  );

/** @throws Error when one of the two is missing. */
export function toTlsKeys(cert: string | undefined, key: string | undefined): TlsKeys | undefined {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return undefined;
  throw new Error('invalid environment\nFLORIN_TLS_CERT and FLORIN_TLS_KEY go together: set both');
}
