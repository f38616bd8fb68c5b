import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { io } from '../io.ts';
import { makeProgram } from '../program.ts';
import { withUnderscores } from './commands.ts';
import { groupsOf, readGroups } from './operations.ts';

const groups = readGroups();

describe("Florin's commands", () => {
  it('match its operations, with different names, next to those for operators', async () => {
    const operations = groups.flatMap((group) => group.operations);
    expect(operations.length).toBeGreaterThan(140);
    const commands = operations.map(({ group, verb }) => `${group} ${verb}`);
    expect(new Set(commands).size).toBe(commands.length);
    // Commander throws for a duplicate name of a command or option.
    const program = await makeProgram(io, groups, []);
    expect(program).toBeInstanceOf(Command);
    expect(commands).toEqual(
      expect.arrayContaining([
        'payments create',
        'transactions capture',
        'webhooks list-endpoints',
      ]),
    );
  });

  it("accept the operation's parameters by name, with descriptions", () => {
    const create = groups
      .find(({ name }) => name === 'payments')
      ?.operations.find(({ verb }) => verb === 'create');
    expect(create?.takesKey).toBe(true);
    const currency = create?.body?.find(({ path }) => path.join('.') === 'currency');
    expect(currency).toMatchObject({ kind: 'text', isRequired: true });
    expect(currency?.description).toContain('ISO 4217');
    const customer = groups.find(({ name }) => name === 'customers')?.operations;
    const nested = customer?.find(({ verb }) => verb === 'create')?.body;
    expect(nested?.map(({ path }) => path.join('.'))).toContain('address.country');
  });

  it('accept dashes in place of underscores', () => {
    const args = [
      'payments',
      'create',
      '--customer-email=a@b.c',
      '--idempotency-key',
      'k',
      '--json',
    ];
    expect(withUnderscores(args, groups)).toEqual([
      'payments',
      'create',
      '--customer_email=a@b.c',
      '--idempotency-key',
      'k',
      '--json',
    ]);
  });
});

it('resolve references, nullable choices, lists and deprecations', () => {
  const document = {
    paths: {
      '/v1/payments': {
        post: {
          operationId: 'createPayment',
          tags: ['Payments'],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/x/NewPayment' } } } },
          responses: { 201: { content: { 'application/json': {} } } },
        },
      },
      '/pay/{token}': { get: { operationId: 'showPage', tags: ['Pages'], responses: {} } },
    },
    components: {
      schemas: {
        NewPayment: {
          type: 'object',
          required: ['amount'],
          properties: {
            amount: { type: 'integer', description: 'In minor units.' },
            note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
            scopes: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
            lines: { type: 'array', items: { type: 'object' } },
            metadata: { type: 'object', additionalProperties: true },
            to: { type: ['object', 'null'], properties: { country: { type: 'string' } } },
            former: { type: 'string', deprecated: true },
            id: { description: 'Read-only: refused if it differs.' },
          },
        },
      },
    },
  };
  const [payments, ...others] = groupsOf([document]);
  expect(others).toEqual([]);
  const fields = payments?.operations[0]?.body?.map(
    ({ path, kind }) => `${path.join('.')} ${kind}`,
  );
  expect(fields).toEqual([
    'amount whole',
    'note text',
    'scopes list',
    'lines json',
    'metadata map',
    'to.country text',
  ]);
});
