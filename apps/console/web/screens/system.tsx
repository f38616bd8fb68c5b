import { type ServiceName, serviceNames } from '@florin/contracts/services';
import { useEffect } from 'preact/hooks';
import { florin } from '../core/api.ts';
import { touch, useData } from '../core/data.ts';
import { formatTime, inWords } from '../core/format.ts';
import { type Consumer, healthOf, isConsumer, loadStatus, type Status } from '../core/health.ts';
import { pathTo } from '../core/routing.ts';
import type { Session } from '../core/session.ts';
import type { Action } from '../kinds/kind.ts';
import { ActionButton } from '../parts/action.tsx';
import { Processors } from '../parts/processors.tsx';
import { Prove } from '../parts/prove.tsx';
import { State } from '../parts/value.tsx';
import { fill, texts } from '../texts/index.ts';
import { NotFound } from './not-found.tsx';

const REFRESH_MS = 10_000;

/** Status of each service, for operators; refreshes automatically. */
export function SystemScreen({ session }: { readonly session: Session }) {
  useEffect(() => {
    const timer = setInterval(() => touch(['system']), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  if (session.role !== 'admin') return <NotFound />;
  return (
    <>
      <h1>{texts().system}</h1>
      <Prove />
      <div class="cards">
        {serviceNames.map((name) => (
          <ServiceCard key={name} name={name} session={session} />
        ))}
      </div>
      <Processors />
    </>
  );
}

interface CardProps {
  readonly name: ServiceName;
  readonly session: Session;
}

function ServiceCard({ name, session }: CardProps) {
  const { value, error } = useData(`system/${name}`, () => loadStatus(name));
  return (
    <section aria-labelledby={`service-${name}`}>
      <div class="head">
        <h2 id={`service-${name}`}>{inWords(name)}</h2>
        {value && <State value={error === undefined ? healthOf(value) : 'failed'} />}
        {value && isConsumer(name) && (value.dead_letters?.count ?? 0) > 0 && (
          <ActionButton action={redrive(name)} one={undefined} session={session} />
        )}
      </div>
      {error !== undefined && <p class="wrong">{texts().serviceAway}</p>}
      {value && <Measures status={value} />}
    </section>
  );
}

function Measures({ status }: { readonly status: Status }) {
  const { version, commit, started_at, nats, outbox, dead_letters, unended_work } = status;
  const waits = ({
    backlog,
    age_seconds,
  }: {
    backlog: number | null;
    age_seconds: number | null;
  }) =>
    backlog === null
      ? '–'
      : backlog === 0
        ? '0'
        : fill(texts().waits, { count: String(backlog), seconds: String(age_seconds ?? 0) });
  return (
    <dl>
      <Fact
        name={texts().version}
        value={[version, commit?.slice(0, 8)].filter(Boolean).join(' · ')}
      />
      <Fact name={texts().since} value={formatTime(started_at)} />
      <Fact name="NATS" value={inWords(nats)} />
      {Object.entries(status.features).map(([name, isOn]) => (
        <Fact key={name} name={inWords(name)} value={isOn ? texts().yes : texts().no} />
      ))}
      {outbox && <Fact name={texts().outbox} value={waits(outbox)} />}
      {status.consumers.map((each) => (
        <Fact
          key={each.from_service}
          name={`${texts().inbox}: ${inWords(each.from_service)}`}
          value={waits(each)}
        />
      ))}
      {unended_work && (
        <Fact
          name={texts().unended}
          value={waits({ backlog: unended_work.count, age_seconds: unended_work.age_seconds })}
        />
      )}
      {unended_work?.data.map(({ kind, step, attempts, begun_at }) => (
        <Fact
          key={`${kind}${begun_at}`}
          name={inWords(kind)}
          value={`${inWords(step)} ×${attempts}, ${formatTime(begun_at)}`}
        />
      ))}
      {dead_letters && <Fact name={texts().deadLetters} value={String(dead_letters.count)} />}
      {dead_letters?.data.map(({ event_id, reason, created_at }) => (
        <div key={`${event_id}${created_at}`}>
          <dt>{event_id ? <a href={pathTo('events', event_id)}>{event_id}</a> : '–'}</dt>
          <dd>
            <bdi>{reason}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const redrive = (name: Consumer): Action<undefined> => ({
  label: 'doRedrive',
  isOpen: () => true,
  say: () => fill(texts().sayRedrive, { name: inWords(name) }),
  run: () =>
    florin.post(`/v1/system/${name}/redrive` as '/v1/system/billing/redrive', { body: {} }),
  touches: ['system', 'event'],
});
