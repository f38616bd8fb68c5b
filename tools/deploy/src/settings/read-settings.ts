import { createHash } from 'node:crypto';
import { type PeerName, serviceNames } from '@florin/contracts';
import {
  type Environment,
  observeSettings,
  readMigrationUrl,
  readNatsProvisioning,
  readProvisioning,
} from '@florin/service';
import type { z } from 'zod';

/** Imports the config of an app. */
export type LoadConfig = (
  app: PeerName,
) => Promise<{ readonly readConfig: (env: Environment) => unknown }>;

/** A setting as the configs of some apps declare it. */
export interface Declaration {
  readonly app: PeerName;
  readonly name: string;
  readonly production: z.ZodType;
  readonly development: z.ZodType;
}

/** An environment in which every app starts. */
function environmentOf(mode: 'production' | 'development'): Environment {
  const key = (id: string) => `k1:${createHash('sha256').update(id).digest('base64url')}`;
  const keys = serviceNames.map((service) => `${service}=${key(service)}`).join(',');
  const settings = serviceNames.flatMap((service) => {
    const url = (role: string) => `postgres://${role}:secret@127.0.0.1/florin`;
    return Object.entries({
      HTTP_PORT: '0',
      GRPC_PORT: '0',
      DATABASE_URL: url(`florin_${service}`),
      MIGRATION_DATABASE_URL: url(`florin_${service}_owner`),
      PROVISION_DATABASE_URL: url('platform'),
      NATS_URL: 'nats://127.0.0.1',
      ACCEPT_KEYS: keys,
      GRPC_ADDRESSES: '127.0.0.1:9090',
      HTTP_URLS: 'http://127.0.0.1:8080',
    }).map(([name, value]) => [`${service.toUpperCase()}_${name}`, value]);
  });
  return {
    ...Object.fromEntries(settings),
    FLORIN_MODE: mode,
    FLORIN_PUBLIC_URL: 'http://127.0.0.1:8080',
    GATEWAY_CALL_KEYS: keys,
  };
}

/** The settings that each app and its commands read, with their schemas in both modes. */
export async function readDeclarations(load: LoadConfig): Promise<readonly Declaration[]> {
  const declarations: Declaration[] = [];
  for (const app of [...serviceNames, 'gateway'] as const) {
    const { readConfig } = await load(app);
    const read = (mode: 'production' | 'development') => {
      const fields = new Map<string, z.ZodType>();
      const env = observeSettings(environmentOf(mode), (name, field) => {
        if (!fields.get(name)?.description) fields.set(name, field);
      });
      readConfig(env);
      if (app !== 'gateway')
        for (const command of [readMigrationUrl, readProvisioning, readNatsProvisioning])
          command(app, env);
      return fields;
    };
    const development = read('development');
    for (const [name, production] of read('production'))
      declarations.push({
        app,
        name,
        production,
        development: development.get(name) ?? production,
      });
  }
  return declarations;
}
