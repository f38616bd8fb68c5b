import { toProblem } from '../core/api.ts';
import { pathTo } from '../core/routing.ts';
import { texts } from '../texts/index.ts';

/** An error, with the request ID to report. */
export function Problem({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: () => void;
}) {
  const { message, requestId } = toProblem(error);
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{texts().failed}</strong> <bdi>{message}</bdi>
      </p>
      <RequestId id={requestId} />
      {again && (
        <button type="button" onClick={again}>
          {texts().tryAgain}
        </button>
      )}
    </div>
  );
}

/** Request ID, which finds the request in logs and in the audit log. */
export function RequestId({ id }: { readonly id: string | null | undefined }) {
  if (!id) return null;
  return (
    <p class="quiet">
      {texts().requestId} <a href={pathTo('requests', id)}>{id}</a>
    </p>
  );
}
