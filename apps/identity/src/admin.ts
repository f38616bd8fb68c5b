import { randomBytes } from 'node:crypto';
import { type DatabaseConfig, withDatabase } from '@florin/database';
import type { AdminSettings } from './config.ts';
import { makeAwaitGateways } from './operations/await-gateways.ts';
import { resetAdmin } from './operations/reset-admin.ts';
import { comparePassword, hashPassword } from './passwords/password-worker.ts';
import type { IdentityTables } from './store/schema.ts';
import { findUserBy } from './store/users.ts';

const USAGE = 'say admin reset';
const PASSWORD_BYTES = 18;

/**
 * `admin reset`: a command for when no administrator can log in. FLORIN_ADMIN_EMAIL can from then on,
 * with FLORIN_ADMIN_PASSWORD, or with a password that is told once. Answers when no gateway accepts
 * their former sessions any more.
 */
export async function admin(
  { database }: { readonly database: DatabaseConfig },
  [action, ...others]: readonly string[],
  { email, password: given, passwordCost }: AdminSettings,
): Promise<string> {
  if (action !== 'reset' || others.length > 0) throw new Error(USAGE);
  const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = hashPassword({ password, cost: passwordCost });
  await withDatabase<IdentityTables, void>({ ...database, poolSizeMax: 2 }, async (db) => {
    await db.transaction().execute((tx) => resetAdmin(tx, { email, passwordHash }, new Date()));
    // Nobody has to be told: gateways ask every second.
    await makeAwaitGateways({ db, pushRevision: () => {}, measure: () => {} })();
  });
  const how = given === undefined ? `with the password ${password}` : 'with FLORIN_ADMIN_PASSWORD';
  return `${email} is an active administrator, and logs in ${how}`;
}

/** Whether an active administrator logs in by this email and password. Nothing is changed by it. */
export async function isAdminPassword(
  database: DatabaseConfig,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<boolean> {
  return withDatabase<IdentityTables, boolean>({ ...database, poolSizeMax: 1 }, async (db) => {
    const found = await findUserBy(db, 'email', email);
    if (found?.user.role !== 'admin' || found.user.status === 'suspended') return false;
    return comparePassword({ password, passwordHash: found.passwordHash });
  });
}
