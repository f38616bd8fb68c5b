import { AppError, type ErrorCode, errorStatuses, isErrorCode } from '@florin/contracts';
import { Metadata, type ServerErrorResponse, type ServiceError, status } from '@grpc/grpc-js';

const CODE_KEY = 'error-code';
const RETRY_KEY = 'retry-after';

const grpcStatuses: Readonly<Record<number, status>> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  402: status.FAILED_PRECONDITION,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  409: status.FAILED_PRECONDITION,
  429: status.RESOURCE_EXHAUSTED,
  503: status.UNAVAILABLE,
};

/** Maps a thrown error to a gRPC status. The text of an unexpected error is not disclosed. */
export function toGrpcError(error: unknown): Partial<ServerErrorResponse> {
  const metadata = new Metadata();
  // An internal error of a callee is also internal here; its text is for the log only.
  if (!(error instanceof AppError) || error.code === 'internal_error') {
    metadata.set(CODE_KEY, 'internal_error' satisfies ErrorCode);
    return { code: status.INTERNAL, details: 'internal error', metadata };
  }
  metadata.set(CODE_KEY, error.code);
  const retryAfter = error.headers['Retry-After'];
  if (retryAfter !== undefined) metadata.set(RETRY_KEY, retryAfter);
  const code = grpcStatuses[errorStatuses[error.code]] ?? status.UNKNOWN;
  return { code, details: error.message, metadata };
}

/** gRPC statuses after which the call may or may not have taken effect. */
const OUTCOME_UNKNOWN: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  // Clients here never cancel, so the callee stopped before it answered.
  status.CANCELLED,
]);

/** Whether the call failed because the callee's release lacks the RPC. */
export function isUnimplemented(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === status.UNIMPLEMENTED;
}

/** Restores the callee's error with its code; transport failures become `unavailable`. */
export function toAppError(error: ServiceError, callee: string): AppError {
  const code = error.metadata?.get(CODE_KEY)[0];
  if (isErrorCode(code) && code !== 'internal_error')
    return new AppError(code, error.details, { cause: error, headers: headersOf(error) });
  if (OUTCOME_UNKNOWN.has(error.code))
    return new AppError('unavailable', `${callee} does not answer: repeat the request`, {
      cause: error,
    });
  return new AppError('internal_error', `${callee} failed: ${error.details}`, { cause: error });
}

function headersOf({ metadata }: ServiceError): Readonly<Record<string, string>> {
  const retryAfter = metadata.get(RETRY_KEY)[0];
  return retryAfter === undefined ? {} : { 'Retry-After': retryAfter.toString() };
}
