import { useEffect } from 'preact/hooks';
import { touch, useData } from '../core/data.ts';
import { type Place, pathTo } from '../core/routing.ts';
import type { Session } from '../core/session.ts';
import { kindOfScreen } from '../kinds/index.ts';
import type { Kind, Related, Thing } from '../kinds/kind.ts';
import { ActionButton } from '../parts/action.tsx';
import { Attempts } from '../parts/attempts.tsx';
import { Copy } from '../parts/copy.tsx';
import { Entries } from '../parts/entries.tsx';
import { Facts } from '../parts/facts.tsx';
import { Machine } from '../parts/machine.tsx';
import { NextInvoice } from '../parts/next-invoice.tsx';
import { Owners } from '../parts/owners.tsx';
import { Problem } from '../parts/problem.tsx';
import { Prove } from '../parts/prove.tsx';
import { Rows } from '../parts/rows.tsx';
import { Sent } from '../parts/sent.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { State } from '../parts/value.tsx';
import { WhyAmounts } from '../parts/why.tsx';
import { WhyRefund } from '../parts/why-refund.tsx';
import { Year } from '../parts/year.tsx';
import { texts } from '../texts/index.ts';
import { NotFound } from './not-found.tsx';

/** Kinds whose amounts the API explains. */
const EXPLAINED = ['invoice', 'credit_note'];

/** One object: details, actions, related objects and timeline. */
export function ObjectScreen({
  place,
  session,
}: {
  readonly place: Place;
  readonly session: Session;
}) {
  const kind = kindOfScreen(place.screen);
  if (!kind?.get || place.id === undefined) return <NotFound />;
  return <ObjectPage key={place.id} kind={kind} id={place.id} session={session} />;
}

interface Props {
  readonly kind: Kind;
  readonly id: string;
  readonly session: Session;
}

function ObjectPage({ kind, id, session }: Props) {
  const load = () => kind.get?.(id) ?? Promise.reject(new Error());
  const { value: thing, error } = useData(`${kind.name}/${id}`, load);
  if (thing === undefined)
    return error === undefined ? (
      <p aria-busy="true">{texts().loading}</p>
    ) : (
      <>
        <h1>
          <bdi>{id}</bdi>
        </h1>
        <Problem error={error} />
        <p>
          <a href={pathTo(kind.screen)}>{texts().backToList}</a>
        </p>
      </>
    );
  const status = thing.status;
  const api = kind.apiPath?.(id);
  return (
    <>
      <p class="crumbs">
        <a href={pathTo(kind.screen)}>{texts()[kind.screen]}</a>
      </p>
      <div class="head">
        <h1>
          <bdi>{kind.titleOf?.(thing) ?? id}</bdi>{' '}
          {typeof status === 'string' && <State value={status} object={thing.object} />}
        </h1>
        <div class="buttons">
          {kind.files?.map(({ label, path }) => (
            <a key={label} class="button" href={path(thing)} target="_blank" rel="noreferrer">
              {texts()[label]}
            </a>
          ))}
          {typeof thing.payment_url === 'string' && (
            <Copy text={thing.payment_url} label={texts().copyLink} />
          )}
          {kind.actions
            ?.filter((action) => action.isOpen(thing, session))
            .map((action) => (
              <ActionButton key={action.label} action={action} one={thing} session={session} />
            ))}
        </div>
      </div>
      {kind.states && (
        <Machine states={kind.states} current={String(status)} object={thing.object} />
      )}
      <div class="object">
        <section aria-labelledby="facts">
          <h2 id="facts">{texts().facts}</h2>
          <Facts thing={thing} />
        </section>
        <div>
          {kind.name === 'account' && status !== 'closed' && (
            <Owners accountId={id} session={session} />
          )}
          {kind.name === 'account' && <Prove accountId={id} />}
          {EXPLAINED.includes(kind.name) && <WhyAmounts kind={kind.name} thing={thing} />}
          {kind.name === 'refund' && <WhyRefund refund={thing} />}
          {kind.name === 'payment' && <Attempts payment={thing} />}
          {kind.name === 'subscription' && <NextInvoice subscription={thing} />}
          {kind.name === 'test_clock' && <Year clock={thing} session={session} />}
          {kind.name === 'transaction' && <Entries transaction={thing} />}
          {kind.related
            ?.filter((related) => related.isFor?.(thing) ?? true)
            .map((related) => (
              <RelatedThings
                key={related.label ?? related.screen}
                related={related}
                thing={thing}
                session={session}
              />
            ))}
          {kind.name === 'event' && <Sent event={thing} />}
          {kind.name !== 'event' && <Timeline of={{ object_id: id }} session={session} />}
        </div>
      </div>
      <details>
        <summary>{texts().raw}</summary>
        <div class="buttons">
          <Copy text={JSON.stringify(thing, null, 2)} label={texts().copy} />
          {api && <Copy text={asCurl(api)} label={texts().copyCurl} />}
        </div>
        <pre>{JSON.stringify(thing, null, 2)}</pre>
      </details>
    </>
  );
}

function asCurl(path: string): string {
  return `curl ${location.origin}${path} -H "Authorization: Bearer $FLORIN_API_KEY"`;
}

interface RelatedProps {
  readonly related: Related<Thing>;
  readonly thing: Thing;
  readonly session: Session;
}

function RelatedThings({ related, thing, session }: RelatedProps) {
  const kind = kindOfScreen(related.screen);
  const key = `${kind?.name}?of=${thing.id}`;
  const { value, error } = useData(key, () => related.list(thing));
  const { everyMs } = related;
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => touch([kind?.name ?? '']), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  if (!kind || value?.data.length === 0) return null;
  const title = texts()[related.label ?? kind.screen];
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {error !== undefined && <Problem error={error} />}
      {value && <Rows kind={kind} things={value.data} session={session} />}
      {value?.has_more && related.filters && (
        <p>
          <a href={pathTo(kind.screen, undefined, related.filters(thing))}>{texts().all}</a>
        </p>
      )}
    </section>
  );
}
