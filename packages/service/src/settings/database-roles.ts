import type { ServiceName } from '@florin/contracts';
import { appRolesOf, ownerRoleOf, type RolePasswords } from '@florin/database';
import type { NatsConfig } from '@florin/events';
import {
  databaseUrlField,
  type Environment,
  natsCaField,
  natsReplicasField,
  natsStreamBytesField,
  natsUrlField,
  ownEnvironment,
  readEnvironment,
} from './config.ts';

/** Database URL for migrations, as the schema's owner if there is one. */
export function readMigrationUrl(name: ServiceName, env: Environment): string {
  const own = readEnvironment(ownEnvironment(name, env), {
    DATABASE_URL: databaseUrlField.optional(),
    MIGRATION_DATABASE_URL: databaseUrlField.optional().meta({
      defaultText: 'its `DATABASE_URL`',
      description: 'For `migrate` and `provision`: URL of the role `florin_<service>_owner`.',
    }),
  });
  const url = own.MIGRATION_DATABASE_URL ?? own.DATABASE_URL;
  if (!url) throw new Error(`set ${name.toUpperCase()}_MIGRATION_DATABASE_URL`);
  return url;
}

/**
 * Settings of `provision`: a superuser's URL, and the passwords of both roles, from the URLs of the
 * service and its migrations.
 */
export function readProvisioning(
  name: ServiceName,
  env: Environment,
): { readonly adminUrl: string; readonly passwords: Required<RolePasswords> } {
  const own = readEnvironment(ownEnvironment(name, env), {
    PROVISION_DATABASE_URL: databaseUrlField.describe(
      'For `provision`: URL of a role with CREATEROLE, and CREATE on the database.',
    ),
    DATABASE_URL: urlOfRole(...appRolesOf(name)),
    MIGRATION_DATABASE_URL: urlOfRole(ownerRoleOf(name)),
  });
  return {
    adminUrl: own.PROVISION_DATABASE_URL,
    passwords: {
      app: passwordOf(own.DATABASE_URL),
      appRole: new URL(own.DATABASE_URL).username,
      owner: passwordOf(own.MIGRATION_DATABASE_URL),
    },
  };
}

/** Credentials for creating the service's stream in `provision`; the service itself may not. */
export function readNatsProvisioning(name: ServiceName, env: Environment): NatsConfig | undefined {
  const own = readEnvironment(ownEnvironment(name, env), {
    PROVISION_NATS_URL: natsUrlField
      .optional()
      .describe(
        "For `provision`: a NATS user that may create the service's stream. Without it, the service creates its stream if it may.",
      ),
    NATS_CA: natsCaField,
    NATS_REPLICAS: natsReplicasField,
    NATS_STREAM_BYTES: natsStreamBytesField,
  });
  return own.PROVISION_NATS_URL === undefined
    ? undefined
    : {
        url: own.PROVISION_NATS_URL,
        ca: own.NATS_CA,
        replicas: own.NATS_REPLICAS,
        streamBytes: own.NATS_STREAM_BYTES,
      };
}

function urlOfRole(...roles: readonly string[]) {
  return databaseUrlField.refine(
    (url) => URL.canParse(url) && roles.includes(new URL(url).username) && passwordOf(url) !== '',
    `must be a URL of the role ${roles.join(' or ')}, with its password`,
  );
}

function passwordOf(url: string): string {
  return decodeURIComponent(new URL(url).password);
}
