import { availableParallelism } from 'node:os';
import { emailField, passwordField, type SignUpRules } from '@florin/http-api';
import {
  type Environment,
  ownEnvironment,
  readEnvironment,
  readMode,
  readPasswordBlocklist,
  readServiceConfig,
  readSignUp,
  refuseDefaultPassword,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';
import type { PasswordHasherConfig } from './passwords/hasher.ts';

export interface IdentityConfig extends ServiceConfig, SignUpRules {
  readonly passwords: PasswordHasherConfig;
  readonly passwordLengthMin: number;
  readonly refusesCommonPasswords?: boolean;
  /** Open sessions per user; a login beyond this ends the oldest. */
  readonly sessionsMax: number;
  /** Whether failed logins delay the next attempts. */
  readonly limitsGuessing: boolean;
  /** Whether users without a verified email may only read and lose the address after a day. */
  readonly requiresVerifiedEmail: boolean;
  /** Base URL for clients, without a trailing slash. */
  readonly publicUrl: string;
}

const passwordCost = z.coerce.number().int().min(4).max(15).default(10).describe('Cost of bcrypt.');
const passwordMin = z.coerce
  .number()
  .int()
  .min(1)
  .max(256)
  .default(8)
  .describe('Minimum length of a new password, in characters.');

/** Settings of `admin reset`. */
export interface AdminSettings {
  /** In canonical form. */
  readonly email: string;
  /** Undefined to generate one. */
  readonly password: string | undefined;
  readonly passwordCost: number;
}

export function readAdminSettings(env: Environment): AdminSettings {
  const { PASSWORD_COST } = readEnvironment(ownEnvironment('identity', env), {
    PASSWORD_COST: passwordCost,
  });
  const shared = readEnvironment(env, { FLORIN_PASSWORD_MIN: passwordMin });
  const rules = {
    passwordLengthMin: shared.FLORIN_PASSWORD_MIN,
    refusesCommonPasswords: readPasswordBlocklist(env),
  };
  const given = readEnvironment(env, {
    FLORIN_ADMIN_EMAIL: emailField,
    FLORIN_ADMIN_PASSWORD: passwordField(rules).optional(),
  });
  const { FLORIN_ADMIN_EMAIL: email, FLORIN_ADMIN_PASSWORD: password } = given;
  refuseDefaultPassword(env, password);
  return { email, password, passwordCost: PASSWORD_COST };
}

/** Called once, by main.ts. No other code in the service reads the environment. */
export function readConfig(env: Environment): IdentityConfig {
  const own = readEnvironment(ownEnvironment('identity', env), {
    PASSWORD_COST: passwordCost,
    PASSWORD_THREADS: z.coerce
      .number()
      .int()
      .min(1)
      .max(64)
      .default(availableParallelism())
      .meta({ defaultText: 'CPUs of the machine', description: 'Threads that hash passwords.' }),
    SESSIONS_MAX: z.coerce
      .number()
      .int()
      .min(1)
      .max(100_000)
      .default(1_000)
      .describe('Open sessions of one user. A further session ends the oldest.'),
    PASSWORD_QUEUE_MAX: z.coerce
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(50)
      .describe('Passwords that may wait for a thread; fewer if these would take longer than 4 s.'),
  });
  const shared = readEnvironment(env, {
    FLORIN_PASSWORD_MIN: passwordMin,
    FLORIN_RATE_LIMITS: z
      .enum(['on', 'off'])
      .default('on')
      .describe('`off` turns off rate limits and the delay after failed logins.'),
    FLORIN_VERIFIED_EMAIL: z
      .enum(['required', 'optional'])
      .default(readMode(env) === 'development' ? 'optional' : 'required')
      .describe(
        '`required`: a user with an unverified email can only read, except for `/v1/auth`, and reserves the address for 24 hours. Set `optional` without a mail server; `npm start` does so without `SMTP_URL`.',
      ),
    FLORIN_PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .default('http://127.0.0.1:8080')
      .meta({
        defaultText: '`http://127.0.0.1:8080`; gateway: none; ledger in production: required',
        description:
          'URL of the gateway for clients, in the OpenAPI document and in links to pages and files. In production, a ledger does not start without it.',
      }),
  });
  return {
    ...readServiceConfig('identity', env),
    passwordLengthMin: shared.FLORIN_PASSWORD_MIN,
    refusesCommonPasswords: readPasswordBlocklist(env),
    ...readSignUp(env),
    sessionsMax: own.SESSIONS_MAX,
    requiresVerifiedEmail: shared.FLORIN_VERIFIED_EMAIL === 'required',
    publicUrl: shared.FLORIN_PUBLIC_URL.replace(/\/+$/, ''),
    limitsGuessing: shared.FLORIN_RATE_LIMITS === 'on',
    passwords: {
      cost: own.PASSWORD_COST,
      threads: own.PASSWORD_THREADS,
      queueMax: own.PASSWORD_QUEUE_MAX,
    },
  };
}
