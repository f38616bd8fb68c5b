import { newId } from '@florin/contracts';

/** Names one request in answers, logs and calls between services. Ordered by time (UUIDv7). */
export function newRequestId(): string {
  return `req_${newId().replaceAll('-', '')}`;
}
