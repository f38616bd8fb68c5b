import { useData } from '../core/data.ts';
import { type Limit, readLimit } from '../core/limits.ts';
import { fill, texts } from '../texts/index.ts';

/** Rate limit of the session, from the response headers of the API. */
export function Limits() {
  const { value } = useData('limits', loadLimit);
  if (value === undefined) return null;
  const { requests, seconds, left } = value ?? {};
  const says =
    value === null
      ? texts().unlimited
      : fill(texts().limitSays, {
          ...{ requests: String(requests), seconds: String(seconds), left: String(left) },
        });
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{texts().limits}</h2>
      <p>{says}</p>
    </section>
  );
}

/** Null without a rate limit. */
async function loadLimit(): Promise<Limit | null> {
  const { headers } = await fetch('/v1/auth/accounts');
  return readLimit(headers.get('RateLimit-Policy') ?? '', headers.get('RateLimit') ?? '');
}
