import { currencyField, languageField, returnUrlField, timezoneField } from '@florin/http-api';
import { z } from 'zod';
import { defaultSettings, type Settings } from '../domain/account.ts';

const RETURN_URLS_MAX = 20;

/** Settings as clients send them; null means the default. */
export const settingsField = z
  .object({
    currency: currencyField.nullish(),
    timezone: timezoneField.nullish(),
    language: languageField.nullish(),
  })
  .meta({
    description: 'Settings of the account; null resets a setting to its default.',
  });

/** URLs that payment pages may redirect back to; null means none. */
export const returnUrlsField = z
  .array(returnUrlField, { error: 'must be a list of https URLs' })
  .max(RETURN_URLS_MAX, `must have at most ${RETURN_URLS_MAX} URLs`)
  .nullish()
  .meta({
    description: `URLs that payment pages may return to: at most ${RETURN_URLS_MAX} https URLs; a \`return_url\` may differ only in its query. Null for none.`,
    examples: [['https://shop.example/thanks']],
  });

/** The settings that were sent, with defaults for nulls; others are absent. */
export function toSettings({
  settings,
  return_urls,
}: {
  readonly settings?: z.output<typeof settingsField> | null | undefined;
  readonly return_urls?: z.output<typeof returnUrlsField>;
}): Partial<Settings> {
  const sent = { ...settings, return_urls };
  const names = ['currency', 'timezone', 'language', 'return_urls'] as const;
  const chosen = names
    .filter((name) => sent[name] !== undefined)
    .map((name) => [name, sent[name] ?? defaultSettings[name]]);
  return {
    ...Object.fromEntries(chosen),
    ...(sent.language === undefined ? {} : { is_language_chosen: sent.language !== null }),
  };
}
