import { inWords, isAmountName } from '../core/format.ts';
import { pathTo } from '../core/routing.ts';
import { Value } from './value.tsx';

const DEPTH_MAX = 3;

interface FactsProps {
  readonly thing: Readonly<Record<string, unknown>>;
  /** Default currency of amounts that have none. */
  readonly currency?: string | undefined;
}

/** All fields of an object. */
export function Facts({ thing, currency }: FactsProps) {
  const own = typeof thing.currency === 'string' ? thing.currency : currency;
  return <List of={thing} currency={own} depth={0} />;
}

interface ListProps {
  readonly of: Readonly<Record<string, unknown>>;
  readonly currency: string | undefined;
  readonly depth: number;
}

function List({ of, currency, depth }: ListProps) {
  const members = Object.entries(of).filter(([name]) => name !== 'object');
  return (
    <dl>
      {members.map(([name, value]) => (
        <div key={name}>
          <dt>{inWords(name)}</dt>
          <dd>
            <Member
              name={name}
              value={value}
              currency={currency}
              object={of.object}
              depth={depth}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface MemberProps {
  readonly name: string;
  readonly value: unknown;
  readonly currency: string | undefined;
  readonly object: unknown;
  readonly depth: number;
}

function Member({ name, value, currency, object, depth }: MemberProps) {
  if (Array.isArray(value) && value.length > 0 && depth < DEPTH_MAX)
    return (
      <ol>
        {value.map((each, index) => (
          // Only their order distinguishes them.
          <li key={index}>
            <Member
              name={name}
              value={each}
              currency={currency}
              object={object}
              depth={depth + 1}
            />
          </li>
        ))}
      </ol>
    );
  if (isRecord(value) && Object.keys(value).length > 0 && depth < DEPTH_MAX)
    return <List of={value} currency={currency} depth={depth + 1} />;
  // Plan IDs have no prefix, so the field name identifies them.
  if (name === 'plan' && typeof value === 'string' && value !== '')
    return <a href={pathTo('plans', value)}>{value}</a>;
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return (
    <Value
      name={name}
      value={isEmpty ? null : value}
      currency={isAmountName(name) ? currency : undefined}
      object={object}
    />
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
