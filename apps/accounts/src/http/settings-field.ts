import { currencyField, languageField, returnUrlField, timezoneField } from '@florin/http-api';
import { z } from 'zod';
import { defaultSettings, type Settings } from '../domain/account.ts';

const RETURN_URLS_MAX = 20;

/** Settings as clients send them: a null stands for the default. */
export const settingsField = z.object({
  currency: currencyField.nullish(),
  timezone: timezoneField.nullish(),
  language: languageField.nullish(),
  return_urls: z
    .array(returnUrlField, { error: 'must be a list of https addresses' })
    .max(RETURN_URLS_MAX, `must have at most ${RETURN_URLS_MAX} addresses`)
    .nullish(),
});

/** The settings that were sent, nulls replaced by defaults; what was not sent is absent. */
export function toSettings(sent: z.output<typeof settingsField>): Partial<Settings> {
  const names = ['currency', 'timezone', 'language', 'return_urls'] as const;
  const settings = names
    .filter((name) => sent[name] !== undefined)
    .map((name) => [name, sent[name] ?? defaultSettings[name]]);
  return {
    ...Object.fromEntries(settings),
    ...(sent.language === undefined ? {} : { is_language_chosen: sent.language !== null }),
  };
}
