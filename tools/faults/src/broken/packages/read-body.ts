import { AppError } from '@florin/contracts';
import { readBody as read } from '../../../../../packages/http-api/src/requests/read-body.ts';

export * from '../../../../../packages/http-api/src/requests/read-body.ts';

/** Repeats the unparsable body in its error, as parsers do. */
export const readBody: typeof read = (bytes, ...rest) => {
  try {
    return read(bytes, ...rest);
  } catch (error) {
    throw new AppError('invalid_request', `this is no body: ${Buffer.from(bytes)}`, {
      cause: error,
    });
  }
};
