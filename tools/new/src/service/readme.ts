import type { Names } from './names.ts';

/** The sections that the READMEs of all apps have. */
export const readmeText = ({ name, Name, NAME }: Names) => `# ${Name}

The purpose of the service, in a sentence. It owns the Postgres schema \`${name}\`, which no other service reads.

## Endpoints

| route | token | answers |
| --- | --- | --- |
| \`GET /v1/${name}\` | session | 200 the account's note · 401 · 403 |
| \`GET /v1/system/${name}\` | session | 200 how this service is: version, outbox, what waits, dead letters, work that has not ended · 403 unless admin |

All in \`openapi.json\`, which \`pnpm generate\` writes from the routes and a test compares.

## RPCs

\`Describe\`, as every service.

## Events

In: none. Out: none yet, but for what the audit log keeps.

## How it works

- Each account has one row. Published events are deleted after 30 days.

## Where is what

| folder | what |
| --- | --- |
| \`src/${name}\` | the note of each account |

## Watch it

\`GET /healthz\` answers while it is alive, \`GET /version\` with the version, \`GET /metrics\` with what it does, for Prometheus: requests and RPCs, events that wait, database connections. All at its HTTP port, which clients do not reach. [Metrics](../../docs/operating/metrics.md) explains each metric, [runbooks](../../docs/runbooks/README.md) each alert.

## Work on it

\`\`\`sh
pnpm --filter @florin/${name} dev      # start it again whenever its source changes
pnpm --filter @florin/${name} test     # its tests
pnpm --filter @florin/${name} migrate  # bring its schema up to date, by the settings below
pnpm --filter @florin/${name} start    # run it by the settings below
\`\`\`

\`dev\` brings a whole Florin of its own and needs no setting. Its data is in \`.florin/dev-${name}/\`; new migrations are applied at the next start.

## Settings

| variable | default | |
| --- | --- | --- |
| \`${NAME}_HTTP_PORT\`, \`${NAME}_GRPC_PORT\` | required | 0 takes any free port |
| \`${NAME}_HOST\` | 127.0.0.1 | where it listens |
| \`${NAME}_DATABASE_URL\` or \`DATABASE_URL\` | required | as the role \`florin_${name}\` |
| \`${NAME}_MIGRATION_DATABASE_URL\` | the above | as the owner of the schema; only \`main.ts migrate\` uses it |
| \`${NAME}_DATABASE_POOL_SIZE_MAX\` | 10 | connections |
| \`${NAME}_NATS_URL\` or \`NATS_URL\` | required | events wait in the outbox while NATS is away |
| \`${NAME}_ACCEPT_KEYS\` | required | \`peer=kid:secret,…\` of the gateway |

\`FLORIN_COMMIT\` (for \`/version\`), \`FLORIN_METRICS_TOKEN\` (who asks for metrics), \`FLORIN_REQUEST_LOG\` (\`off\`: no line for every request) and \`OTEL_…\` (for traces) are the same for every process; a secret may stand in a file that \`<variable>_FILE\` names. A variable that is missing or wrong is named at the start.
`;
