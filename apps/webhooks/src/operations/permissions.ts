import { AppError, type Caller } from '@florin/contracts';
import { endpointsManagedBy, endpointsSeenBy, type Span } from '../domain/access.ts';

/** @throws AppError forbidden unless the caller may see endpoints of an account, or of all. */
export function seenSpan(caller: Caller): Span {
  return endpointsSeenBy(caller) ?? refuse();
}

/** @throws AppError forbidden unless the caller may change endpoints of an account, or of all. */
export function managedSpan(caller: Caller): Span {
  return endpointsManagedBy(caller) ?? refuse();
}

function refuse(): never {
  throw new AppError('forbidden', 'webhooks are for the owner of an account: ask them');
}
