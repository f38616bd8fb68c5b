import { useState } from 'preact/hooks';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatMoney, fromLocal, toLocal } from '../core/format.ts';
import { countUnwell } from '../core/health.ts';
import { pathTo } from '../core/routing.ts';
import type { Session } from '../core/session.ts';
import { isFor, kindOfScreen } from '../kinds/index.ts';
import type { TextName, Thing } from '../kinds/kind.ts';
import { Business } from '../parts/business.tsx';
import { Problem } from '../parts/problem.tsx';
import { isProvedLately, Prove } from '../parts/prove.tsx';
import { Rows } from '../parts/rows.tsx';
import { Typed } from '../parts/typed.tsx';
import { Instant } from '../parts/value.tsx';
import { fill, texts } from '../texts/index.ts';

/** Home screen: balance, revenue, open tasks and recent payments. */
export function HomeScreen({ session }: { readonly session: Session }) {
  const { account } = session;
  return (
    <>
      <h1>{account ? <bdi>{account.name}</bdi> : texts().home}</h1>
      {account && <Balance accountId={account.id} />}
      <Business session={session} />
      <Attention session={session} />
      <Newest session={session} />
    </>
  );
}

/** Range of the slider. */
const DAYS_BACK_MAX = 90;
const DAY_MS = 86_400_000;

function Balance({ accountId }: { readonly accountId: string }) {
  const [daysBack, setDaysBack] = useState(0);
  /** Exact instant, if one was entered. */
  const [instant, setInstant] = useState<string | undefined>();
  const back = daysBack === 0 ? undefined : new Date(Date.now() - daysBack * DAY_MS).toISOString();
  const at = instant ?? back;
  const load = () => florin.get('/v1/account/balance', { query: at === undefined ? {} : { at } });
  const { value, error } = useData(`balance?back=${instant ?? daysBack}`, load);
  const said = daysBack === 0 ? texts().now : fill(texts().daysBack, { count: String(daysBack) });
  return (
    <section aria-labelledby="balance">
      <h2 id="balance">{texts().balance}</h2>
      {error !== undefined && <Problem error={error} />}
      {value && (
        <>
          <ul class="figures">
            {(['available', 'held', 'posted'] as const).map((part) => (
              <li key={part}>
                <span class="quiet">{texts()[part]}</span>
                <strong>{formatMoney(value[part], value.currency)}</strong>
              </li>
            ))}
          </ul>
          <p class="quiet">
            {texts().asOf} <Instant value={value.as_of} />
          </p>
        </>
      )}
      <label class="slider">
        {texts().balanceThen}: {said}
        <input
          type="range"
          min={-DAYS_BACK_MAX}
          max={0}
          value={-daysBack}
          aria-valuetext={said}
          onInput={(event) => {
            setInstant(undefined);
            setDaysBack(-Number(event.currentTarget.value));
          }}
        />
      </label>
      <label class="slider" for="balance-at">
        {texts().toTheMinute}
        <Typed
          id="balance-at"
          isTime
          value={toLocal(value?.as_of ?? '')}
          set={(typed) => setInstant(fromLocal(typed) || undefined)}
        />
      </label>
      <Prove accountId={accountId} />
    </section>
  );
}

interface Worry {
  readonly label: TextName;
  readonly screen: string;
  readonly query: Readonly<Record<string, string>>;
}

const worries: readonly Worry[] = [
  { label: 'pastDue', screen: 'subscriptions', query: { status: 'past_due' } },
  { label: 'disputesOpen', screen: 'disputes', query: { status: 'needs_response' } },
  { label: 'paymentsFailed', screen: 'payments', query: { status: 'failed' } },
  { label: 'endpointsFailing', screen: 'webhook_endpoints', query: { failing: 'true' } },
  { label: 'moneyUnmatched', screen: 'unmatched_money', query: { status: 'open' } },
  { label: 'mailsFailed', screen: 'mails', query: { status: 'failed' } },
];
const COUNTED = 20;

function Attention({ session }: { readonly session: Session }) {
  const load = async () => {
    const counted = worries.map(async ({ label, screen, query }) => {
      const kind = kindOfScreen(screen);
      if (!kind?.list || !isFor(kind, session)) return [];
      const { data, has_more } = await kind.list({ ...query, limit: COUNTED });
      const count = has_more ? `${COUNTED}+` : String(data.length);
      return data.length === 0 ? [] : [{ label, count, path: pathTo(screen, undefined, query) }];
    });
    const unwell = session.role === 'admin' ? await countUnwell() : 0;
    const services = {
      label: 'servicesUnwell' as const,
      count: String(unwell),
      path: pathTo('system'),
    };
    const unproved = {
      label: 'booksUnproved' as const,
      count: texts().proveIt,
      path: pathTo('system'),
    };
    return [
      ...(await Promise.all(counted)).flat(),
      ...(unwell > 0 ? [services] : []),
      ...(session.role === 'admin' && !isProvedLately() ? [unproved] : []),
    ];
  };
  const { value, error } = useData('attention', load);
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">{texts().attention}</h2>
      {error !== undefined && <Problem error={error} />}
      {value?.length === 0 && <p class="empty">{texts().attentionNone}</p>}
      <ul class="figures">
        {value?.map(({ label, count, path }) => (
          <li key={label}>
            <a href={path}>
              <span>{texts()[label]}</span>
              <strong>{count}</strong>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Newest({ session }: { readonly session: Session }) {
  const kind = kindOfScreen('payments');
  const load = () => kind?.list?.({ limit: 8 }) ?? Promise.reject(new Error());
  const { value, error } = useData<{ readonly data: readonly Thing[] }>('payment?limit=8', load);
  return (
    <section aria-labelledby="newest">
      <h2 id="newest">{texts().recentPayments}</h2>
      {error !== undefined && <Problem error={error} />}
      {value?.data.length === 0 && <p class="empty">{texts().empty}</p>}
      {kind && value && value.data.length > 0 && (
        <Rows kind={kind} things={value.data} session={session} />
      )}
    </section>
  );
}
