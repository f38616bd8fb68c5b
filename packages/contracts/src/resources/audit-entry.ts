import { z } from 'zod';
import { createdAt, idOrNull, livemodeOrNull, objectOf } from './members.ts';

export const auditEntrySchema = z
  .object({
    id: z.string().meta({
      description: 'Id of the entry (`evt_…`): the id of the event of the change if there is one.',
    }),
    object: objectOf('audit_entry'),
    livemode: livemodeOrNull,
    action: z.string().meta({
      description: 'Action: the type of the event, or the operation if it has no event.',
      examples: ['customer.updated', 'POST /v1/plans'],
    }),
    created_at: createdAt,
    account_id: idOrNull(
      'account',
      'Account of the change',
      'Null for changes outside any account.',
    ),
    actor: z
      .object({
        type: z
          .enum(['user', 'api_key', 'anonymous'])
          .describe('Kind of caller: a user, an API key or a caller without a token.'),
        user_id: idOrNull('user', 'The user', 'Null if none.'),
        role: z
          .string()
          .nullable()
          .describe('Role of the user at that time; null if none, and for other callers.'),
        session_id: idOrNull('session', 'Session of the user', 'Null if none.'),
        api_key_id: idOrNull('apiKey', 'The API key', 'Null if none.'),
      })
      .describe('The caller.'),
    address: z
      .string()
      .nullable()
      .meta({
        description: 'IP address of the caller; null if unknown.',
        examples: ['203.0.113.7'],
      }),
    request_id: z.string().nullable().describe('`Request-Id` of the request; null if none.'),
    operation: z
      .string()
      .nullable()
      .meta({
        description:
          'Method and path of the request, as in the API reference; null for entries from older versions.',
        examples: ['PATCH /v1/customers/{customer_id}'],
      }),
    status: z
      .int()
      .nullable()
      .meta({
        description:
          'HTTP status of the response; null for changes recorded by an event, whose status was 200 to 299.',
        examples: [403],
      }),
    outcome: z
      .enum(['done', 'refused'])
      .describe('Whether the request succeeded, or was answered with a status of 400 or more.'),
    error: z
      .string()
      .nullable()
      .meta({
        description: 'Error code of a refusal; null for success, and for pages, which have none.',
        examples: ['forbidden'],
      }),
    target: z
      .object({
        type: z
          .string()
          .meta({ description: 'Type of the changed object.', examples: ['customer'] }),
        id: z.string().nullable().describe('Its id; null if unknown or never created.'),
      })
      .describe('The object of the change.'),
    changed: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          'Names of the changed fields, never their values; null for new objects, and if there is no event.',
        examples: [['email', 'name']],
      }),
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Reason why an administrator changed the status of an account; null for other changes.',
        examples: ['The bank asks for proof of identity.'],
      }),
  })
  .meta({
    id: 'AuditEntry',
    description:
      'An audit log entry: a change or a refused attempt, with the caller and the network address.',
  });

export type AuditEntry = z.output<typeof auditEntrySchema>;
