import { toProblem } from '../core/api.ts';
import { texts } from '../texts/index.ts';

/** What went wrong, and by which number others find it again. */
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
      {requestId && (
        <p class="quiet">
          {texts().requestId} <code>{requestId}</code>
        </p>
      )}
      {again && (
        <button type="button" onClick={again}>
          {texts().tryAgain}
        </button>
      )}
    </div>
  );
}
