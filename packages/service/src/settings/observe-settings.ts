import type { z } from 'zod';

/** Receives the full name and the schema of each setting that is read. */
export type SettingObserver = (name: string, field: z.ZodType) => void;

export const OBSERVER = Symbol('observer');

export interface ObservedEnvironment extends Readonly<Record<string, string | undefined>> {
  readonly [OBSERVER]?: SettingObserver | undefined;
}

/** An environment that reports the settings which a config reads, to document them. */
export function observeSettings(
  env: ObservedEnvironment,
  observer: SettingObserver,
): ObservedEnvironment {
  return { ...env, [OBSERVER]: observer };
}
