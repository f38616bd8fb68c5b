import { setTimeout as pause } from 'node:timers/promises';
import { isErrorCode } from '@florin/contracts';
import { type Answer, eventually, rotatingShare } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../database.ts';
import { isPage as isPagePath } from '../operations.ts';
import { allScenarios } from './all-scenarios.ts';
import { type Asked, findFault, readAuditLog } from './audited.ts';
import { eventsOf } from './events-of.ts';
import type { Scenario } from './scenario.ts';
import { specOperations } from './spec-operations.ts';
import { makeWorld, type World } from './world.ts';

const TRIES_MAX = 5;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

const startedAt = new Date();
/** Every request of a scenario. */
const asked: Asked[] = [];
/** The requests that succeeded, by operation. */
const done = new Map<string, string[]>();

/** All scenarios that succeed, and an eighth of the refusals, chosen by commit. */
const chosen = [
  ...allScenarios.filter(({ code }) => code === undefined),
  ...rotatingShare(
    allScenarios.filter(({ code }) => code !== undefined),
    8,
  ),
];
const byOperation = Map.groupBy(chosen, ({ operation }) => operation);

afterAll(() => {
  process.stdout.write(
    `contract table: ${byOperation.size} operations, ${chosen.length} of ${allScenarios.length} scenarios\n`,
  );
});

for (const [operation, scenarios] of byOperation)
  describe(operation, () => {
    it.concurrent.each(scenarios.map((scenario) => ({ ...scenario, name: nameOf(scenario) })))(
      '$name',
      async (scenario) => {
        const answer = await runPatiently(scenario);
        const requestId = answer.headers.get('request-id') ?? '';
        expect(requestId).toMatch(/^req_\w+$/);
        asked.push({ operation, what: scenario.what, answer });
        if (scenario.code === undefined)
          done.set(operation, [...(done.get(operation) ?? []), requestId]);
        if (isPage(operation)) expectPage(scenario, answer);
        else expectJson(scenario, answer);
      },
    );
  });

describe('a change', () => {
  it('publishes the expected events and no others', async () => {
    const changes = [...done].filter(([operation]) => !operation.startsWith('GET '));
    const wanted = changes.map(([operation]) => [operation, eventsOf[operation] ?? []]);
    await eventually(async () => {
      const typesOf = await listTypes(changes.flatMap(([, ids]) => ids));
      const published = changes.map(([operation, ids]) => [operation, typesOf(ids)]);
      expect(Object.fromEntries(published)).toEqual(Object.fromEntries(wanted));
    });
  });
});

describe('a request', () => {
  it('is in the audit log once: through its events or as its own entry', async () => {
    await eventually(async () => {
      const entries = await readAuditLog(world.admin.token, startedAt);
      const faults = asked.flatMap(
        (one) => findFault(one, entries.get(one.answer.headers.get('request-id')) ?? []) ?? [],
      );
      expect(faults).toEqual([]);
    });
  });

  it('missing from the audit log fails the test', () => {
    const changes = asked.filter(({ operation, answer }) => {
      return !operation.startsWith('GET ') && answer.status < 300;
    });
    expect(changes.flatMap((one) => findFault(one, []) ?? []).length).toBeGreaterThan(80);
  });
});

/** Types of the events that requests caused. One statement, since each would open a connection. */
async function listTypes(requestIds: readonly string[]) {
  const rows = await query<{ request_id: string; type: string }>(
    'webhooks',
    `select distinct request::json->>'id' as request_id, type from webhooks.events
      where request::json->>'id' = any($1)`,
    [requestIds],
  );
  const byRequest = Map.groupBy(rows, ({ request_id }) => request_id);
  return (ids: readonly string[]): readonly string[] => {
    const types = ids.flatMap((id) => (byRequest.get(id) ?? []).map(({ type }) => type));
    return [...new Set(types)].toSorted();
  };
}

/** Retries temporary refusals as a client would: load is not a failure. */
async function runPatiently(scenario: Scenario): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await scenario.run(world);
    const isWanted = answer.status === scenario.status && answer.body.error === scenario.code;
    if (isWanted || !answer.headers.has('retry-after') || tries === TRIES_MAX) return answer;
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}

/** The content type of an operation's answers, except pages. */
function typeOf(operation: string): string {
  if (operation.endsWith('/stream')) return 'text/event-stream';
  if (operation.endsWith('/page')) return 'text/html';
  if (operation.endsWith('/pdf')) return 'application/pdf';
  if (operation.endsWith('/{logo}')) return 'image/png';
  if (operation.endsWith('/{file}')) return 'text/javascript';
  return operation.endsWith('/export') ? 'application/jsonl' : 'application/json';
}
const isPage = (operation: string) => isPagePath(operation.split(' ')[1] ?? '');
/** Content types of files that pages load or link to. */
const files: Readonly<Record<string, string>> = {
  'GET /pay/page.css': 'text/css; charset=utf-8',
  'GET /pay/page.js': 'text/javascript; charset=utf-8',
  'GET /i/{token}/pdf': 'application/pdf',
  'GET /portal/{token}/invoices/{invoice_id}/pdf': 'application/pdf',
  'GET /exports/{export_id}/file': 'text/csv; charset=utf-8; header=present',
};

function nameOf({ status, code, what }: Scenario): string {
  return code === undefined ? `${status}: ${what}` : `${status} ${code}: ${what}`;
}

/** A page for people shows the status and no code. */
function expectPage({ operation, status }: Scenario, answer: Answer): void {
  expect(answer.status).toBe(status);
  if (status === 303) return;
  const file = status === 200 ? files[operation] : undefined;
  expect(answer.headers.get('content-type')).toBe(file ?? 'text/html; charset=utf-8');
  if (file !== undefined) return;
  expect(answer.body).toMatch(/^<!doctype html>/i);
  expect(answer.body).toMatch(/<h1>.{5,}<\/h1>/);
}

function expectJson({ operation, status, code }: Scenario, answer: Answer): void {
  const { body } = answer;
  const observed = { status: answer.status, code: answer.status < 400 ? undefined : body.error };
  expect({ ...observed, body }).toEqual({ status, code, body });
  const type = code === undefined ? typeOf(operation) : 'application/json';
  const isFile = type === 'application/pdf' || type === 'image/png';
  expect(answer.headers.get('content-type')).toBe(isFile ? type : `${type}; charset=utf-8`);
  if (code === undefined) expectSuccess(operation, answer);
  else expectRefusal(answer);
}

function expectSuccess(operation: string, { body }: Answer): void {
  const fields = specOperations[operation]?.fields ?? [];
  expect(fields.filter((field) => !Object.hasOwn(body, field))).toEqual([]);
  expect(JSON.stringify(body)).not.toMatch(/"password\w*":/i);
}

/** Longer messages are not read. */
const MESSAGE_LENGTH_MAX = 200;

/** Traces of a stack, a database or a validator, which must not reach callers. */
const NOISE = /undefined|\[object|node_modules|\bat \/|constraint|syntax error|invalid input|zod/i;

function expectRefusal({ status, headers, body }: Answer): void {
  const more = body.error === 'card_declined' ? ['decline_code'] : [];
  expect(Object.keys(body).toSorted()).toEqual([...more, 'error', 'message']);
  expect(isErrorCode(body.error)).toBe(true);
  expect(body.message.length).toBeGreaterThan(10);
  expect(body.message).not.toMatch(NOISE);
  expect(body.message.length).toBeLessThan(MESSAGE_LENGTH_MAX);
  // An error lists a few choices, not all of them.
  expect(body.message.split(', ').length).toBeLessThan(9);
  expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
}
