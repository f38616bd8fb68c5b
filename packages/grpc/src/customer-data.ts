import { AppError, CUSTOMER_DATA_MAX, type Uuid } from '@florin/contracts';

/** Request for a page of a customer's data, the same for each service. */
export interface CustomerDataRequest {
  readonly accountId: Uuid;
  readonly customerId: Uuid;
  readonly kind: string;
  readonly page: string;
  readonly limit: number;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** @throws AppError invalid_request for an invalid page token */
export function dataPageOf({ page, limit }: Pick<CustomerDataRequest, 'page' | 'limit'>) {
  if (page !== '' && !UUID.test(page))
    throw new AppError('invalid_request', 'page: use next_page of the answer before');
  return {
    after: page === '' ? undefined : page,
    limit: Math.min(Math.max(1, limit), CUSTOMER_DATA_MAX),
  };
}

/** Builds the reply from rows read with a limit of one more than the page. */
export function toDataReply<Row extends { readonly id: Uuid }>(
  rows: readonly Row[],
  limit: number,
  toObject: (row: Row) => object,
) {
  const shown = rows.slice(0, limit);
  return {
    objects: shown.map((row) => JSON.stringify(toObject(row))),
    nextPage: rows.length > limit ? (shown.at(-1)?.id ?? '') : '',
  };
}

export function unknownKind(kind: string): AppError {
  return new AppError('invalid_request', `kind: ${kind} is not held here`);
}
