import { touch, useData } from '../core/data.ts';
import { fromLocal, inWords, stateInWords, toLocal } from '../core/format.ts';
import { goTo, type Place, pathTo } from '../core/routing.ts';
import type { Session } from '../core/session.ts';
import { kindOfScreen } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { ActionButton } from '../parts/action.tsx';
import { Limits } from '../parts/limits.tsx';
import { Problem } from '../parts/problem.tsx';
import { Rows } from '../parts/rows.tsx';
import { Typed } from '../parts/typed.tsx';
import { texts } from '../texts/index.ts';
import { NotFound } from './not-found.tsx';

const ROWS = 25;
/** Filters whose value is an instant. */
const IS_TIME = /_(after|before)$/;
const CURSORS = ['starting_after', 'ending_before'];

/** Paged list; page and filters are in the URL. */
export function ListScreen({
  place,
  session,
}: {
  readonly place: Place;
  readonly session: Session;
}) {
  const kind = kindOfScreen(place.screen);
  return kind?.list ? <List kind={kind} place={place} session={session} /> : <NotFound />;
}

interface Props {
  readonly kind: Kind;
  readonly place: Place;
  readonly session: Session;
}

function List({ kind, place, session }: Props) {
  const asked = Object.fromEntries(place.query);
  const key = `${kind.name}?${place.query}`;
  const load = () => kind.list?.({ ...asked, limit: ROWS }) ?? Promise.reject(new Error());
  const { value: page, error } = useData(key, load);
  const things = page?.data ?? [];
  const filters = Object.fromEntries(
    Object.entries(asked).filter(([name]) => !CURSORS.includes(name)),
  );
  const toPage = (cursor: Record<string, string>) =>
    pathTo(kind.screen, undefined, { ...filters, ...cursor });
  const isBack = place.query.has('ending_before');
  const hasOlder = isBack || page?.has_more === true;
  const hasNewer = isBack ? page?.has_more === true : place.query.has('starting_after');
  const title = texts()[kind.screen];
  return (
    <>
      <div class="head">
        <h1>{title}</h1>
        <div class="buttons">
          {kind.listFile && (
            <a class="button" href={`${kind.listFile.path}?${new URLSearchParams(filters)}`}>
              {texts()[kind.listFile.label]}
            </a>
          )}
          {kind.creates
            ?.filter((action) => action.isOpen(undefined, session))
            .map((action) => (
              <ActionButton key={action.label} action={action} one={undefined} session={session} />
            ))}
        </div>
      </div>
      {kind.note && <p class="quiet">{texts()[kind.note]}</p>}
      <Filters kind={kind} chosen={filters} />
      {error !== undefined && <Problem error={error} again={() => touch([kind.name])} />}
      {page === undefined && error === undefined && <p aria-busy="true">{texts().loading}</p>}
      {page && things.length === 0 && (
        <p class="empty">
          {Object.keys(filters).length > 0 ? texts().emptyFiltered : texts().empty}
        </p>
      )}
      {things.length > 0 && <Rows kind={kind} things={things} session={session} />}
      <nav class="pages" aria-label={title}>
        {hasNewer && things[0] && (
          <>
            <a href={toPage({})}>{texts().first}</a>
            <a href={toPage({ ending_before: things[0].id })} rel="prev">
              {texts().newer}
            </a>
          </>
        )}
        {hasOlder && things.length > 0 && (
          <a href={toPage({ starting_after: things.at(-1)?.id ?? '' })} rel="next">
            {texts().older}
          </a>
        )}
      </nav>
      {kind.name === 'api_key' && <Limits />}
    </>
  );
}

function Filters({
  kind,
  chosen,
}: {
  readonly kind: Kind;
  readonly chosen: Readonly<Record<string, string>>;
}) {
  const choose = (name: string, value: string) => {
    const { [name]: _old, ...others } = chosen;
    goTo(pathTo(kind.screen, undefined, value ? { ...others, [name]: value } : others));
  };
  return (
    <div class="filters">
      {Object.entries(kind.filters ?? {}).map(([name, options]) => (
        <label key={name} for={`filter-${name}`}>
          {inWords(name)}{' '}
          {IS_TIME.test(name) ? (
            <Typed
              id={`filter-${name}`}
              isTime
              value={toLocal(chosen[name] ?? '')}
              set={(value) => choose(name, fromLocal(value))}
            />
          ) : options.length === 0 ? (
            <Typed
              id={`filter-${name}`}
              value={chosen[name] ?? ''}
              set={(value) => choose(name, value.trim())}
            />
          ) : (
            <select
              id={`filter-${name}`}
              value={chosen[name] ?? ''}
              onChange={(event) => choose(name, event.currentTarget.value)}
            >
              <option value="">{texts().all}</option>
              {options.map((option) => (
                <option key={option} value={option}>
                  {stateInWords(option, kind.name)}
                </option>
              ))}
            </select>
          )}
        </label>
      ))}
    </div>
  );
}
