import { DEFAULT_ADMIN, type Mode, modes } from '@florin/contracts';
import { z } from 'zod';
import { type Environment, readEnvironment } from './config.ts';

/** Production is the default: settings for evaluation must be chosen explicitly. */
export function readMode(env: Environment): Mode {
  return readEnvironment(env, {
    FLORIN_MODE: z
      .enum(modes)
      .default('production')
      .describe('`development` changes other defaults below, for trying Florin out.'),
  }).FLORIN_MODE;
}

/**
 * Whether sign-up is closed, so that only administrators open accounts and create users. By
 * default, it is closed in production.
 */
export function readSignUp(env: Environment): { readonly closesSignUp: boolean } {
  const { FLORIN_SIGN_UP } = readEnvironment(env, {
    FLORIN_SIGN_UP: z
      .enum(['on', 'off'])
      .default(readMode(env) === 'production' ? 'off' : 'on')
      .describe(
        "`off`: `POST /v1/accounts` needs an administrator's token, `POST /v1/users` that of an administrator or owner; others get 401.",
      ),
  });
  return { closesSignUp: FLORIN_SIGN_UP === 'off' };
}

/** Whether common passwords are refused; by default in production. */
export function readPasswordBlocklist(env: Environment): boolean {
  const { FLORIN_PASSWORD_BLOCKLIST } = readEnvironment(env, {
    FLORIN_PASSWORD_BLOCKLIST: z
      .enum(['on', 'off'])
      .default(readMode(env) === 'production' ? 'on' : 'off')
      .describe('`on` refuses common passwords.'),
  });
  return FLORIN_PASSWORD_BLOCKLIST === 'on';
}

/** @throws Error for the documented default administrator password in production */
export function refuseDefaultPassword(env: Environment, password: string | undefined): void {
  if (password === DEFAULT_ADMIN.password && readMode(env) === 'production')
    throw new Error(
      'invalid environment\n  FLORIN_ADMIN_PASSWORD: is the public default from the ' +
        'documentation; choose another one, or set FLORIN_MODE=development to try Florin',
    );
}
