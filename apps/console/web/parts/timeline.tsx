import type { Item } from '@florin/client';
import { useState } from 'preact/hooks';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { inWords, isAmountName } from '../core/format.ts';
import { pathTo } from '../core/routing.ts';
import { mayManageAccount, mayReadEvents, type Session, seesAll } from '../core/session.ts';
import { resend } from '../kinds/papers.ts';
import { builds } from '../kinds/webhooks.ts';
import { texts } from '../texts/index.ts';
import { ActionButton } from './action.tsx';
import { Problem, RequestId } from './problem.tsx';
import { Instant, State, Value } from './value.tsx';

type Event = Item<'/v1/events'>;
type Entry = Item<'/v1/audit_log'>;
type Mail = Item<'/v1/mails'>;

const SHOWN = 50;

interface Moment {
  readonly id: string;
  readonly at: string;
  readonly event?: Event;
  /** Caller and address; for a refused request, the attempted operation. */
  readonly entry?: Entry;
  readonly mail?: Mail;
}

/** One object, or one request. */
type Subject = { readonly object_id: string } | { readonly request_id: string };

interface Props {
  readonly of: Subject;
  readonly session: Session;
}

/**
 * Events, audit entries and emails of an object or a request, newest first, as far as the reader
 * may see them.
 */
export function Timeline({ of, session }: Props) {
  const load = () => loadMoments(of, session);
  const { value, error } = useData(`event/of/${Object.values(of)}`, load);
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{texts().timeline}</h2>
      {error !== undefined && <Problem error={error} />}
      {value?.length === 0 && <p class="empty">{texts().timelineEmpty}</p>}
      <ol class="timeline">
        {value?.map((moment) => (
          <li key={moment.id}>
            {moment.mail ? (
              <MailLine mail={moment.mail} session={session} />
            ) : (
              <>
                {moment.event && <EventLine event={moment.event} isNamed={'request_id' in of} />}
                {moment.entry && <AuditLine entry={moment.entry} isAlone={!moment.event} />}
                {moment.event && builds(session) && <EventDeliveries eventId={moment.event.id} />}
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

async function loadMoments(of: Subject, session: Session): Promise<readonly Moment[]> {
  const query = { ...of, limit: SHOWN };
  const [events, entries, mails] = await Promise.all([
    mayReadEvents(session) ? florin.get('/v1/events', { query }) : none,
    mayManageAccount(session) || seesAll(session) ? florin.get('/v1/audit_log', { query }) : none,
    'object_id' in of ? florin.get('/v1/mails', { query: { ...of, limit: SHOWN } }) : none,
  ]);
  const entryOf = new Map(entries.data.map((entry) => [entry.id, entry]));
  const known = new Set(events.data.map((event) => event.id));
  const moments: readonly Moment[] = [
    ...events.data.map((event) => {
      const entry = entryOf.get(event.id);
      return { id: event.id, at: event.created_at, event, ...(entry && { entry }) };
    }),
    ...entries.data
      .filter((entry) => !known.has(entry.id))
      .map((entry) => ({ id: entry.id, at: entry.created_at, entry })),
    ...mails.data.map((mail) => ({ id: mail.id, at: mail.created_at, mail })),
  ];
  // Stable: events of one instant keep their order.
  return moments.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

const none = { data: [] };

interface EventLineProps {
  readonly event: Event;
  /** Whether to name the object of the event. */
  readonly isNamed: boolean;
}

function EventLine({ event, isNamed }: EventLineProps) {
  const { previous = {}, object } = event.data as {
    readonly previous?: Readonly<Record<string, unknown>>;
    readonly object: Readonly<Record<string, unknown>>;
  };
  const currency = typeof object.currency === 'string' ? object.currency : undefined;
  const changes = Object.entries(previous).filter(
    ([name, before]) => name !== 'updated_at' && !(isNested(before) || isNested(object[name])),
  );
  return (
    <>
      <a href={pathTo('events', event.id)}>{inWords(event.type)}</a>{' '}
      {isNamed && <Value name="object" value={object.id} />} <Instant value={event.created_at} />
      {changes.length > 0 && (
        <ul class="changes">
          {changes.map(([name, before]) => {
            const of = isAmountName(name) ? currency : undefined;
            return (
              <li key={name}>
                {inWords(name)}:{' '}
                <Value name={name} value={before} currency={of} object={object.object} /> →{' '}
                <Value name={name} value={object[name]} currency={of} object={object.object} />
              </li>
            );
          })}
        </ul>
      )}
      {!isNamed && <RequestId id={event.request.id} />}
    </>
  );
}

function AuditLine({ entry, isAlone }: { readonly entry: Entry; readonly isAlone: boolean }) {
  const { actor, address } = entry;
  const who = actor.user_id ?? actor.api_key_id;
  return (
    <>
      {isAlone && (
        <>
          <code>{entry.action}</code> <State value={entry.outcome} object="audit_entry" />{' '}
          <Instant value={entry.created_at} />
        </>
      )}
      <p class="quiet">
        {texts().by} {who === null ? texts().unauthenticated : <Value name="actor" value={who} />}
        {address !== null && (
          <>
            {' '}
            {texts().fromAddress} <bdi>{address}</bdi>
          </>
        )}
      </p>
      {isAlone && <RequestId id={entry.request_id} />}
    </>
  );
}

function MailLine({ mail, session }: { readonly mail: Mail; readonly session: Session }) {
  return (
    <>
      {texts().mailOf} <strong>{inWords(mail.kind)}</strong> <State value={mail.status} />{' '}
      <Instant value={mail.created_at} />
      <p class="quiet">
        {mail.to !== null && <bdi>{mail.to}</bdi>}{' '}
        {mail.reason !== null && <bdi>{mail.reason}</bdi>}
      </p>
      {resend.isOpen(mail, session) && (
        <ActionButton action={resend} one={mail} session={session} />
      )}
    </>
  );
}

/** Deliveries of an event; loaded when opened. */
function EventDeliveries({ eventId }: { readonly eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {texts().deliveries}
      </button>
      {isOpen && <Deliveries eventId={eventId} />}
    </>
  );
}

function Deliveries({ eventId }: { readonly eventId: string }) {
  const load = () =>
    florin.get('/v1/events/{event_id}/deliveries', { path: { event_id: eventId } });
  const { value, error } = useData(`webhook_endpoint/subscribed/${eventId}`, load);
  if (error !== undefined) return <Problem error={error} />;
  if (value?.data.length === 0) return <p class="quiet">{texts().noSubscriber}</p>;
  return (
    <ul class="changes">
      {value?.data.map(
        ({ id, webhook_endpoint_id, status, attempts, status_code, ...delivery }) => (
          <li key={id}>
            <Value name="endpoint" value={webhook_endpoint_id} />{' '}
            <State value={status} object="webhook_delivery" /> ×{attempts} {status_code}{' '}
            {delivery.error !== null && <bdi>{delivery.error}</bdi>}
            {delivery.answer !== null && <pre>{delivery.answer}</pre>}
          </li>
        ),
      )}
    </ul>
  );
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
