import type { Names } from './names.ts';

export const mainText = ({ name }: Names) => `import { runService } from '@florin/service';
import { ${name} } from './service.ts';

await runService(${name}, process.env, process.argv.slice(2));
`;

export const configText = ({
  name,
}: Names) => `import { type Environment, readServiceConfig, type ServiceConfig } from '@florin/service';

/** Called once, by main.ts. Nothing else in the service reads the environment. */
export function readConfig(env: Environment): ServiceConfig {
  return readServiceConfig('${name}', env);
}
`;

export const generateText = `import { writeFile } from 'node:fs/promises';
import { openApiText } from './openapi.ts';

await writeFile(new URL('../openapi.json', import.meta.url), openApiText());
`;

export const indexText = ({ name }: Names) => `import type { Migrations } from '@florin/database';
import * as ${name} from './0001-${name}.ts';

export const migrations: Migrations = {
  '0001-${name}': ${name},
};
`;

export const openApiText = ({ name }: Names) => `import { toOpenApi } from '@florin/http-api';
import manifest from '../package.json' with { type: 'json' };
import { type RouteDeps, ${name}Routes } from './routes.ts';

/** The committed form of this service's OpenAPI document. */
export function openApiText(): string {
  // Routes are only described here: no operation is ever called.
  const routes = ${name}Routes({} as RouteDeps);
  return \`\${JSON.stringify(toOpenApi('Florin ${name}', manifest.version, routes), null, 2)}\\n\`;
}
`;

export const serviceText = ({ name, Name }: Names) => `import { republish } from '@florin/events';
import { defineService, type ServiceConfig } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { cleanUp } from './clean-up.ts';
import { readConfig } from './config.ts';
import { migrations } from './migrations/index.ts';
import { ${name}Routes } from './routes.ts';
import type { ${Name}Tables } from './schema.ts';

/** The parts of the ${name} service. */
export const ${name} = defineService<ServiceConfig, ${Name}Tables>({
  name: '${name}',
  version: manifest.version,
  migrations,
  readConfig,
  commands: { republish },
  makeParts({ db, system }) {
    return {
      outbox: db,
      workers: [
        {
          name: 'cleaning up',
          round: () => cleanUp(db),
          restMs: 600_000,
          restAfterErrorMs: 60_000,
        },
      ],
      routes: ${name}Routes({ db, system }),
    };
  },
});
`;

export const schemaText = ({
  name,
  Name,
}: Names) => `import type { IdempotencyTables, LeaseTables, OutboxTables } from '@florin/database';
import type { Kysely } from 'kysely';

export interface ${Name}Tables extends IdempotencyTables, LeaseTables, OutboxTables {
  /** One row per account. */
  ${name}: { account_id: string; note: string | null };
}

export type Db = Kysely<${Name}Tables>;
`;

export const cleanUpText = `import { deleteOldKeys, deletePublished } from '@florin/database';
import type { Db } from './schema.ts';

const ROWS_MAX = 5_000;
/** Longer than the stream keeps events, so that it can be filled again. */
const OUTBOX_KEPT_DAYS = 30;

/** Deletes a bounded number of expired rows. */
export async function cleanUp(db: Db): Promise<void> {
  await deleteOldKeys(db, ROWS_MAX);
  await deletePublished(db, OUTBOX_KEPT_DAYS, ROWS_MAX);
}
`;

export const routesText = ({
  name,
  Name,
}: Names) => `import { type Route, withExamples } from '@florin/http-api';
import { type System, systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { get${Name}Route } from './${name}/routes.ts';
import type { Db } from './schema.ts';

export interface RouteDeps {
  readonly db: Db;
  readonly system: System;
}

/** Every public route of this service. */
export function ${name}Routes(deps: RouteDeps): readonly Route[] {
  return withExamples(examples, [
    get${Name}Route(deps),
    systemRoute('${name}', deps.system),
  ]);
}
`;

export const migrationText = ({ name }: Names) => `import {
  type Accepted,
  addConsumersToOutbox,
  addSentHash,
  addTraceToOutbox,
  appRoleOf,
  createIdempotencyKeys,
  createLeases,
  createOutbox,
  moveOutboxToCursor,
} from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'no release before has this service: the names that go are of tables that this very migration makes',
};

/** Idempotency keys, the outbox and leases, as in every service, and one row per account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('${name}');
  await createIdempotencyKeys(db, app);
  await addSentHash(db);
  await createOutbox(db, app);
  await addTraceToOutbox(db);
  await moveOutboxToCursor(db, app);
  await addConsumersToOutbox(db, app);
  await createLeases(db, app);
  await sql\`create table ${name} (account_id uuid primary key, note text)\`.execute(db);
  await sql\`grant select, insert, update on ${name} to \${sql.id(app)}\`.execute(db);
}
`;

export const queriesText = ({ name }: Names) => `import type { Uuid } from '@florin/contracts';
import type { Db } from '../schema.ts';

/** Null without data of the account. */
export async function findNote(db: Db, accountId: Uuid): Promise<string | null> {
  const row = await db
    .selectFrom('${name}')
    .select('note')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.note ?? null;
}
`;

export const endpointText = ({
  name,
  Name,
}: Names) => `import { livemodeOf } from '@florin/contracts';
import { livemodeOrNull, objectOf } from '@florin/contracts/members';
import { defineRoute } from '@florin/http-api';
import { z } from 'zod';
import type { Db } from '../schema.ts';
import { findNote } from './queries.ts';

export const get${Name}Route = ({ db }: { readonly db: Db }) =>
  defineRoute({
    method: 'GET',
    path: '/v1/${name}',
    operationId: 'get${Name}',
    summary: 'A verb and its object: Show the current session',
    description: 'The effect, the preconditions and the side effects.',
    token: 'session',
    replies: {
      200: z.object({
        object: objectOf('${name}'),
        livemode: livemodeOrNull,
        note: z.string().nullable().describe('Note of the account; null without one.'),
      }),
    },
    errors: ['unauthorized', 'forbidden'],
    async handle({ caller: { accountId } }) {
      const note = accountId && (await findNote(db, accountId));
      return { status: 200, body: { object: '${name}', livemode: livemodeOf(accountId), note } };
    },
  });
`;
