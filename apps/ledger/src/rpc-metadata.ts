import { AppError } from '@florin/contracts';
import { metadataField } from '@florin/http-api';
import type { Metadata } from './domain/transaction/model.ts';

/** Metadata sent by other services. @throws AppError invalid_request for malformed metadata. */
export function metadataOf(text: string): Metadata {
  const parsed = metadataField.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', 'the metadata is not a JSON object that can be stored');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
