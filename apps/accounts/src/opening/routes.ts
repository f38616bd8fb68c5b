import { accountSchema, type Caller } from '@florin/contracts';
import {
  assertMaySignUp,
  defineRoute,
  emailField,
  idempotencyKeyOf,
  nameField,
  type PasswordRules,
  passwordField,
  type SignUpRules,
} from '@florin/http-api';
import { z } from 'zod';
import { returnUrlsField, settingsField, toSettings } from '../accounts/fields.ts';
import type { Deps } from '../deps.ts';
import { defaultSettings } from '../domain/account.ts';
import { openAccount } from './operations.ts';

/** Sign-up settings of the operator. */
export interface OpeningRules extends PasswordRules, SignUpRules {
  /** Mode of an account that does not choose one: whether real money moves. */
  readonly opensLive?: boolean;
  /** Initial status of an account that no administrator opens; active by default. */
  readonly signUpStatus?: 'active' | 'pending';
}

export const createAccountRoute = (deps: Deps, rules: OpeningRules) =>
  defineRoute({
    method: 'POST',
    path: '/v1/accounts',
    operationId: 'createAccount',
    summary: 'Open an account',
    description:
      'Opens an account with a balance and an owner, who can log in with the email at once. No token is needed unless sign-up is closed. A user without an account who sends a token becomes the owner. `409` `email_exists` if the email is taken, `conflict` if the login was created by another account and the person has not reset the password by mail.',
    token: 'optional',
    isCostly: true,
    takesIdempotencyKey: true,
    body: z
      .object({
        email: emailField,
        name: nameField,
        type: z
          .enum(['individual', 'business'])
          .describe('Whether a person or a business opens it. Informational.'),
        password: passwordField(rules),
        livemode: z
          .boolean()
          .describe(
            'Mode: true for real money. It never changes; test accounts have test cards and test clocks.',
          )
          .optional(),
        settings: settingsField.nullish(),
        return_urls: returnUrlsField,
      })
      .meta({ id: 'NewAccount', description: 'An account to open, and its owner.' }),
    replies: { 201: accountSchema },
    errors: ['invalid_request', 'unauthorized', 'email_exists', 'conflict'],
    async handle(request) {
      const { body, caller, requestId, idempotencyKey } = request;
      assertMaySignUp(rules, caller, ['admin']);
      // Without the password: a fast hash of it must not be stored with the key.
      const { password, ...content } = body;
      return openAccount(deps, {
        email: body.email,
        name: body.name,
        type: body.type,
        password,
        settings: { ...defaultSettings, ...toSettings(body) },
        creatorUserId: becomesOwner(caller) ? caller.userId : null,
        livemode: body.livemode ?? rules.opensLive ?? false,
        isPlatform: false,
        status: caller.role === 'admin' ? 'active' : (rules.signUpStatus ?? 'active'),
        requestId,
        idempotencyKey: idempotencyKey ?? null,
        key: idempotencyKeyOf('POST /v1/accounts', request, content),
      });
    },
  });

/** Whether the user, who has no account yet, becomes the owner of the new one. */
function becomesOwner({ userId, accountId, role }: Caller): boolean {
  return userId !== null && accountId === null && role !== 'admin' && role !== 'platform';
}
