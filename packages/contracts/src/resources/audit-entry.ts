import { z } from 'zod';
import { createdAt, idOrNull, livemodeOrNull, objectOf } from './members.ts';

export const auditEntrySchema = z
  .object({
    id: z.string().meta({
      description:
        'Id of the entry (`evt_…`): that of the event which tells the change itself, where there is one.',
    }),
    object: objectOf('audit_entry'),
    livemode: livemodeOrNull,
    action: z.string().meta({
      description:
        'What was done: the type of the event that tells of it, or the operation where no event does.',
      examples: ['customer.updated', 'POST /v1/plans'],
    }),
    created_at: createdAt,
    account_id: idOrNull(
      'account',
      'Account in which it happened',
      'Null for what happens outside any account.',
    ),
    actor: z
      .object({
        type: z
          .enum(['user', 'api_key', 'anonymous'])
          .describe('Whether a user, an API key or somebody without a token has asked for it.'),
        user_id: idOrNull('user', 'The user', 'Null where it was none.'),
        role: z
          .string()
          .nullable()
          .describe('Role of the user at that time; null where they had none, and for others.'),
        session_id: idOrNull('session', 'Session of the user', 'Null where it was none.'),
        api_key_id: idOrNull('apiKey', 'The API key', 'Null where it was none.'),
      })
      .describe('Who has asked for it.'),
    address: z
      .string()
      .nullable()
      .meta({
        description: 'IP address that the request came from; null where it is not known.',
        examples: ['203.0.113.7'],
      }),
    request_id: z
      .string()
      .nullable()
      .describe('The `Request-Id` of the request; null where there was none.'),
    operation: z
      .string()
      .nullable()
      .meta({
        description:
          'Method and path of the request, as the reference writes them; null for entries that an older version wrote.',
        examples: ['PATCH /v1/customers/{customer_id}'],
      }),
    status: z
      .int()
      .nullable()
      .meta({
        description:
          'Status that it was answered with; null where an event tells that it was done, which is one of 200 to 299.',
        examples: [403],
      }),
    outcome: z
      .enum(['done', 'refused'])
      .describe('Whether it was done, or answered by a status of 400 or more.'),
    error: z
      .string()
      .nullable()
      .meta({
        description:
          'Code that a refusal was answered with; null for what was done, and for pages, which have none.',
        examples: ['forbidden'],
      }),
    target: z
      .object({
        type: z.string().meta({ description: 'Kind of what was changed.', examples: ['customer'] }),
        id: z
          .string()
          .nullable()
          .describe('Its id; null where it is not known, or was never made.'),
      })
      .describe('What was changed, or was to be.'),
    changed: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          'Names of the members that were changed, never their values; null for what is new, and without an event.',
        examples: [['email', 'name']],
      }),
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why an administrator has changed the status of an account, in their words; null for all else.',
        examples: ['The bank asks for proof of identity.'],
      }),
  })
  .meta({
    id: 'AuditEntry',
    description: 'A line of the audit log: who changed what, or tried to, and from where.',
  });

export type AuditEntry = z.output<typeof auditEntrySchema>;
