import { emailField, passwordField, type SignUpRules } from '@florin/http-api';
import {
  type Environment,
  ownEnvironment,
  readEnvironment,
  readGrpcAddresses,
  readMode,
  readPasswordBlocklist,
  readServiceConfig,
  readSignUp,
  refuseDefaultPassword,
  type ServiceConfig,
} from '@florin/service';
import { z } from 'zod';

/** Owner of the platform account. */
export interface Admin {
  /** In its canonical form. */
  readonly email: string;
  readonly password: string;
}

export interface AccountsConfig extends ServiceConfig, SignUpRules {
  readonly identityAddresses: readonly string[];
  readonly ledgerAddresses: readonly string[];
  readonly billingAddresses: readonly string[];
  /** Empty if the processors service does not run: closed accounts then keep their balance. */
  readonly processorsAddresses: readonly string[];
  /** Mode of accounts that do not choose one: whether real money moves. */
  readonly opensLive: boolean;
  readonly passwordLengthMin: number;
  readonly refusesCommonPasswords?: boolean;
  /** Initial status of accounts that no administrator opens. */
  readonly signUpStatus?: 'active' | 'pending';
  /** Null if the platform account was created in another way. */
  readonly admin: Admin | null;
}

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): AccountsConfig {
  const own = readEnvironment(env, {
    FLORIN_PASSWORD_MIN: z.coerce
      .number()
      .int()
      .min(1)
      .max(256)
      .default(8)
      .describe('Minimum length of a new password, in characters.'),
  });
  const { SIGN_UP_STATUS } = readEnvironment(ownEnvironment('accounts', env), {
    SIGN_UP_STATUS: z
      .enum(['active', 'pending'])
      .default('active')
      .describe(
        'Status of an account that no administrator opened. `pending` is read-only until an administrator activates it.',
      ),
  });
  return {
    ...readServiceConfig('accounts', env),
    signUpStatus: SIGN_UP_STATUS,
    identityAddresses: readGrpcAddresses('identity', env),
    ledgerAddresses: readGrpcAddresses('ledger', env),
    billingAddresses: readGrpcAddresses('billing', env),
    processorsAddresses: env.PROCESSORS_GRPC_ADDRESSES ? readGrpcAddresses('processors', env) : [],
    opensLive: readMode(env) === 'production',
    passwordLengthMin: own.FLORIN_PASSWORD_MIN,
    refusesCommonPasswords: readPasswordBlocklist(env),
    ...readSignUp(env),
    admin: readAdmin(env, own.FLORIN_PASSWORD_MIN),
  };
}

/** Validated at the start, because an opening with an invalid email address could never succeed. */
function readAdmin(env: Environment, passwordLengthMin: number): Admin | null {
  const text = z.string().optional();
  const given = readEnvironment(env, {
    FLORIN_ADMIN_EMAIL: text.describe('Email of the first administrator, who is created once.'),
    FLORIN_ADMIN_PASSWORD: text.describe(
      'Password of the first administrator. The default of `npm start` is refused in production.',
    ),
  });
  if (!given.FLORIN_ADMIN_EMAIL && !given.FLORIN_ADMIN_PASSWORD) return null;
  const own = readEnvironment(env, {
    FLORIN_ADMIN_EMAIL: emailField,
    FLORIN_ADMIN_PASSWORD: passwordField({ passwordLengthMin }),
  });
  refuseDefaultPassword(env, own.FLORIN_ADMIN_PASSWORD);
  return { email: own.FLORIN_ADMIN_EMAIL, password: own.FLORIN_ADMIN_PASSWORD };
}
