import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { florin, goToLogin } from './core/api.ts';
import { followEvents, type LiveState } from './core/live.ts';
import { prefer, preferred, usePreferences } from './core/preferences.ts';
import { followLinks, pathTo, usePlace } from './core/routing.ts';
import {
  type Choice,
  followChosenAccount,
  goOnIn,
  mayReadEvents,
  nameOf,
  type Session,
  useSession,
} from './core/session.ts';
import { groups, hasAny, isFor, isPageFor, type PageName } from './kinds/index.ts';
import { Notice } from './parts/notice.tsx';
import { Palette } from './parts/palette.tsx';
import { Problem } from './parts/problem.tsx';
import { ExaminerScreen } from './screens/examiner.tsx';
import { HomeScreen } from './screens/home.tsx';
import { ListScreen } from './screens/list.tsx';
import { ObjectScreen } from './screens/object.tsx';
import { RequestScreen } from './screens/request.tsx';
import { SettingsScreen } from './screens/settings.tsx';
import { SystemScreen } from './screens/system.tsx';
import { language, languageNames, setLanguage, texts } from './texts/index.ts';

export function App() {
  const { session, error } = useSession();
  usePreferences();
  useEffect(() => {
    document.documentElement.lang = language();
    document.documentElement.dataset.theme = preferred('theme') ?? 'system';
    const ends = [followLinks(), followChosenAccount()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  if (session) return <Console session={session} />;
  return error === undefined ? (
    <main>
      <p aria-busy="true">{texts().loading}</p>
    </main>
  ) : (
    <main>
      <h1>{texts().console}</h1>
      <Problem error={error} again={() => location.reload()} />
    </main>
  );
}

const pages: Readonly<Record<PageName, ComponentType<{ readonly session: Session }>>> = {
  settings: SettingsScreen,
  system: SystemScreen,
  examiner: ExaminerScreen,
};

function Console({ session }: { readonly session: Session }) {
  const place = usePlace();
  const [isSearching, setSearching] = useState(false);
  const [hasMenu, setMenu] = useState(false);
  const [live, setLive] = useState<LiveState>('apart');
  useEffect(() => (mayReadEvents(session) ? followEvents(setLive) : undefined), []);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => setMenu(false), [place]);
  const { account } = session;
  const Page = pages[place.screen as PageName];
  return (
    <>
      <a class="skip" href="#content">
        {texts().skip}
      </a>
      <header>
        {account?.livemode === false && <p class="banner">{texts().testMode}</p>}
        {account && account.status !== 'active' && (
          <p class="banner">
            {texts().onlyRead} <bdi>{account.status_reason}</bdi>
          </p>
        )}
        <div class="bar">
          <button
            type="button"
            class="menu"
            aria-expanded={hasMenu}
            aria-controls="menu"
            onClick={() => setMenu(!hasMenu)}
          >
            {texts().menu}
          </button>
          <a class="brand" href={pathTo('')}>
            Florin
          </a>
          <button type="button" class="find" onClick={() => setSearching(true)}>
            {texts().search} <kbd>⌘K</kbd>
          </button>
          {mayReadEvents(session) && (
            <span class={`stream ${live}`} role="status">
              {texts()[live]}
            </span>
          )}
        </div>
      </header>
      <div class="house">
        <Menu session={session} isOpen={hasMenu} screen={place.screen} />
        <main id="content" tabIndex={-1}>
          {place.screen === '' ? (
            <HomeScreen session={session} />
          ) : Page && place.id === undefined ? (
            <Page session={session} />
          ) : place.id === undefined ? (
            <ListScreen key={place.screen} place={place} session={session} />
          ) : place.screen === 'requests' ? (
            <RequestScreen key={place.id} id={place.id} session={session} />
          ) : (
            <ObjectScreen place={place} session={session} />
          )}
        </main>
      </div>
      <Notice session={session} />
      {isSearching && <Palette close={() => setSearching(false)} />}
    </>
  );
}

interface MenuProps {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly screen: string;
}

function Menu({ session, isOpen, screen }: MenuProps) {
  const here = (name: string) => (name === screen ? 'page' : undefined);
  return (
    <nav id="menu" class={isOpen ? 'open' : ''} aria-label={texts().menu}>
      {session.choices.length > 1 && <Accounts choices={session.choices} />}
      <a href={pathTo('')} aria-current={here('')}>
        {texts().home}
      </a>
      {groups
        .filter((group) => hasAny(group, session))
        .map(({ label, kinds, pages: own = [] }) => (
          <div key={label} class="rooms">
            <span class="group">{texts()[label]}</span>
            {kinds
              .filter((kind) => isFor(kind, session))
              .map((kind) => (
                <a key={kind.screen} href={pathTo(kind.screen)} aria-current={here(kind.screen)}>
                  {texts()[kind.screen]}
                </a>
              ))}
            {own
              .filter((name) => isPageFor(name, session))
              .map((name) => (
                <a key={name} href={pathTo(name)} aria-current={here(name)}>
                  {texts()[name]}
                </a>
              ))}
          </div>
        ))}
      <Preferences />
      <button type="button" onClick={() => void logOut()}>
        {texts().logOut}
      </button>
    </nav>
  );
}

/** Switches between the accounts of a user, test and live. */
function Accounts({ choices }: { readonly choices: readonly Choice[] }) {
  const [error, setError] = useState<unknown>();
  return (
    <div class="preferences">
      <label>
        {texts().account}
        <select
          value={choices.find((each) => each.current)?.account_id ?? ''}
          onChange={(event) => void goOnIn(event.currentTarget.value).catch(setError)}
        >
          {choices.map((choice) => (
            <option key={choice.account_id} value={choice.account_id}>
              {nameOf(choice)} · {choice.livemode ? texts().modeLive : texts().modeTest}
            </option>
          ))}
        </select>
      </label>
      {error !== undefined && <Problem error={error} />}
    </div>
  );
}

async function logOut(): Promise<void> {
  // Log out locally even if the call fails: the next login creates a new session.
  await florin.delete('/v1/auth/browser_session').catch(() => undefined);
  goToLogin();
}

function Preferences() {
  const theme = preferred('theme') ?? 'system';
  return (
    <div class="preferences">
      <label>
        {texts().language}
        <select value={language()} onChange={(event) => setLanguage(event.currentTarget.value)}>
          {Object.entries(languageNames).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts().theme}
        <select
          value={theme}
          onChange={(event) => {
            document.documentElement.dataset.theme = event.currentTarget.value;
            prefer('theme', event.currentTarget.value);
          }}
        >
          <option value="system">{texts().themeSystem}</option>
          <option value="light">{texts().themeLight}</option>
          <option value="dark">{texts().themeDark}</option>
        </select>
      </label>
    </div>
  );
}
