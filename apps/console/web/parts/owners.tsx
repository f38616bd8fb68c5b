import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import type { Session } from '../core/session.ts';
import type { Action } from '../kinds/kind.ts';
import { fill, texts } from '../texts/index.ts';
import { ActionButton } from './action.tsx';
import { Problem } from './problem.tsx';

type User = Result<'get', '/v1/users'>['data'][number];

/** Candidates shown here; the API can make any user the owner. */
const OFFERED_MAX = 20;

const makeOwner: Action<User> = {
  label: 'doMakeOwner',
  isOpen: (_user, { role }) => role === 'admin',
  say: ({ name, email }) => fill(texts().sayMakeOwner, { name: name ?? email }),
  run: ({ id }, _values, idempotencyKey) =>
    florin.patch('/v1/users/{user_id}', {
      ...{ path: { user_id: id }, body: { role: 'owner' }, idempotencyKey },
    }),
  touches: ['user', 'event'],
};

interface Props {
  readonly accountId: string;
  readonly session: Session;
}

/** Warns about an account without an owner, and offers candidates. */
export function Owners({ accountId, session }: Props) {
  const { value, error } = useData(`user?candidates=${accountId}`, () => findCandidates(accountId));
  if (error !== undefined) return <Problem error={error} />;
  if (value === undefined) return null;
  return (
    <section class="problem" role="alert" aria-label={texts().ownerless}>
      <p>
        <strong>{texts().ownerless}</strong> {fill(texts().giveOwner, { account: accountId })}
      </p>
      <ul>
        {value.map((user) => (
          <li key={user.id}>
            <bdi>{user.name ?? user.email}</bdi>{' '}
            {makeOwner.isOpen(user, session) && (
              <ActionButton action={makeOwner} one={user} session={session} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Active users of an account without an owner; undefined if it has one. */
async function findCandidates(accountId: string): Promise<readonly User[] | undefined> {
  const active = { account_id: accountId, status: 'active' } as const;
  for (const role of ['owner', 'admin'] as const) {
    const { data } = await florin.get('/v1/users', { query: { ...active, role, limit: 1 } });
    if (data.length > 0) return undefined;
  }
  return (await florin.get('/v1/users', { query: { ...active, limit: OFFERED_MAX } })).data;
}
