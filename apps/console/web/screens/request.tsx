import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { pathTo } from '../core/routing.ts';
import type { Session } from '../core/session.ts';
import { isFor } from '../kinds/index.ts';
import { asPage } from '../kinds/kind.ts';
import { requests } from '../kinds/requests.ts';
import { Problem } from '../parts/problem.tsx';
import { Rows } from '../parts/rows.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { texts } from '../texts/index.ts';

interface Props {
  readonly id: string;
  readonly session: Session;
}

/** One request: operation, caller and effects, as far as the reader may see them. */
export function RequestScreen({ id, session }: Props) {
  const load = async () =>
    asPage(
      isFor(requests, session)
        ? await florin.get('/v1/audit_log', { query: { request_id: id } })
        : { data: [] },
    );
  const { value, error } = useData(`request/${id}`, load);
  return (
    <>
      <p class="crumbs">
        <a href={pathTo('requests')}>{texts().requests}</a>
      </p>
      <h1>
        {texts().requestId} <bdi>{id}</bdi>
      </h1>
      <p class="quiet">{texts().requestsSay}</p>
      {error !== undefined && <Problem error={error} />}
      {value && value.data.length > 0 && (
        <Rows kind={requests} things={value.data} session={session} />
      )}
      <Timeline of={{ request_id: id }} session={session} />
    </>
  );
}
