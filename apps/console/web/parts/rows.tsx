import { inWords } from '../core/format.ts';
import { pathTo } from '../core/routing.ts';
import type { Session } from '../core/session.ts';
import { kindOfId } from '../kinds/index.ts';
import type { Kind, Thing } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { ActionButton } from './action.tsx';
import { Value } from './value.tsx';
import { Wide } from './wide.tsx';

interface Props {
  readonly kind: Kind;
  readonly things: readonly Thing[];
  readonly session: Session;
}

/** Table of objects; the first cell links to the object. */
export function Rows({ kind, things, session }: Props) {
  const actionsOf = (thing: Thing) =>
    kind.get ? [] : (kind.actions ?? []).filter((action) => action.isOpen(thing, session));
  const hasActions = things.some((thing) => actionsOf(thing).length > 0);
  return (
    <Wide label={texts()[kind.screen]}>
      <table>
        <thead>
          <tr>
            {kind.columns.map(({ label, isMoney }) => (
              <th key={label} scope="col" class={isMoney ? 'number' : ''}>
                {inWords(label)}
              </th>
            ))}
            {hasActions && <th scope="col">{texts().actions}</th>}
          </tr>
        </thead>
        <tbody>
          {things.map((thing) => (
            <tr key={thing.id}>
              {kind.columns.map((column, index) => {
                const value = (
                  <Value
                    name={column.label}
                    value={column.of(thing)}
                    currency={column.isMoney ? String(thing.currency) : undefined}
                    object={thing.object}
                  />
                );
                return (
                  <td key={column.label} class={column.isMoney ? 'number' : ''}>
                    {index === 0 && kind.get && !kindOfId(String(column.of(thing))) ? (
                      <a href={pathTo(kind.screen, thing.id)}>{value}</a>
                    ) : (
                      value
                    )}
                  </td>
                );
              })}
              {hasActions && (
                <td class="buttons">
                  {actionsOf(thing).map((action) => (
                    <ActionButton
                      key={action.label}
                      action={action}
                      one={thing}
                      session={session}
                    />
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
