import { accountSchema, type Caller } from '@florin/contracts';
import {
  currencyField,
  defineRoute,
  emailField,
  languageField,
  nameField,
  onceKeyOf,
  passwordField,
  timezoneField,
} from '@florin/http-api';
import { z } from 'zod';
import { defaultSettings, type Settings } from '../domain/account.ts';
import type { makeOpenAccount } from '../operations/open-account.ts';

const settingsSchema = z.object({
  currency: currencyField.nullish(),
  timezone: timezoneField.nullish(),
  language: languageField.nullish(),
});

export function createAccountRoute(
  openAccount: ReturnType<typeof makeOpenAccount>,
  passwordLengthMin: number,
) {
  return defineRoute({
    method: 'POST',
    path: '/v1/accounts',
    summary: 'Open an account with its owner',
    token: 'optional',
    takesIdempotencyKey: true,
    body: z.object({
      email: emailField,
      name: nameField,
      type: z.enum(['individual', 'business']),
      password: passwordField(passwordLengthMin),
      settings: settingsSchema.nullish(),
    }),
    replies: { 201: accountSchema },
    errors: ['invalid_request', 'unauthorized', 'email_exists'],
    async handle(request) {
      const { body, caller, requestId, idempotencyKey } = request;
      // Not the password: a fast hash of it must not be stored with the key.
      const { password, ...content } = body;
      const once = onceKeyOf('POST /v1/accounts', request, content);
      return openAccount(
        {
          ...content,
          password,
          settings: withDefaults(body.settings ?? {}),
          creatorUserId: ownsWhatTheyOpen(caller) ? caller.userId : null,
          isPlatform: false,
          requestId,
          idempotencyKey: idempotencyKey ?? null,
        },
        once,
      );
    },
  });
}

/** A user without an account becomes an owner of the one they open. */
function ownsWhatTheyOpen({ userId, accountId, role }: Caller): boolean {
  return userId !== null && accountId === null && role !== 'admin' && role !== 'platform';
}

function withDefaults(settings: z.output<typeof settingsSchema>): Settings {
  return {
    currency: settings.currency ?? defaultSettings.currency,
    timezone: settings.timezone ?? defaultSettings.timezone,
    language: settings.language ?? defaultSettings.language,
  };
}
