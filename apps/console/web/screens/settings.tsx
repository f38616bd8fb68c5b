import { useData } from '../core/data.ts';
import { pathTo } from '../core/routing.ts';
import { currencyOf, mayManageAccount, type Session } from '../core/session.ts';
import { changeWords } from '../kinds/mail-words.ts';
import { type Setting, type SettingsGroup, settingsGroups } from '../kinds/settings.ts';
import { ActionButton } from '../parts/action.tsx';
import { BrandPreview } from '../parts/brand.tsx';
import { Facts } from '../parts/facts.tsx';
import { Problem } from '../parts/problem.tsx';
import { texts } from '../texts/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** Account settings. */
export function SettingsScreen({ session }: { readonly session: Session }) {
  return (
    <>
      <h1>{texts().settings}</h1>
      <div class="cards">
        {settingsGroups.map((group) => (
          <Group key={group.key} group={group} session={session} />
        ))}
        <section aria-labelledby="words">
          <div class="head">
            <h2 id="words">{texts().mailWords}</h2>
            {changeWords.isOpen(undefined, session) && (
              <ActionButton action={changeWords} one={undefined} session={session} />
            )}
          </div>
          <p>
            <a href={pathTo('mails')}>{texts().mails}</a>
          </p>
          {mayManageAccount(session) && (
            <p>
              <a href={pathTo('tax_rates')}>{texts().tax_rates}</a>
            </p>
          )}
        </section>
      </div>
    </>
  );
}

interface GroupProps {
  readonly group: SettingsGroup;
  readonly session: Session;
}

function Group({ group, session }: GroupProps) {
  const { value, error } = useData<Values>(`${group.key}/own`, group.load);
  if (error !== undefined) return <Problem error={error} />;
  if (!value) return <p aria-busy="true">{texts().loading}</p>;
  return (
    <>
      {group.settings.map((setting) => (
        <Card key={setting.label} setting={setting} value={value} session={session} />
      ))}
      {group.key === 'seller_profile' && (
        <section aria-labelledby="brand-preview">
          <h2 id="brand-preview">{texts().brandPreview}</h2>
          <BrandPreview profile={value} />
        </section>
      )}
    </>
  );
}

interface CardProps {
  readonly setting: Setting;
  readonly value: Values;
  readonly session: Session;
}

function Card({ setting, value, session }: CardProps) {
  const { label, facts, says, change } = setting;
  const shown = Object.fromEntries(facts.map((name) => [name, value[name]]));
  return (
    <section aria-labelledby={`setting-${label}`}>
      <div class="head">
        <h2 id={`setting-${label}`}>{texts()[label]}</h2>
        {change.isOpen(value, session) && (
          <ActionButton action={change} one={value} session={session} />
        )}
      </div>
      {says && <p>{says(value)}</p>}
      <Facts thing={shown} currency={currencyOf(session)} />
    </section>
  );
}
