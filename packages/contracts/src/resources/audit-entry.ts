import { z } from 'zod';

/** Who changed what, or tried to, from where: a line of the audit log. */
export const auditEntrySchema = z.object({
  /** That of the event which tells the change itself, where there is one. */
  id: z.string(),
  object: z.literal('audit_entry'),
  /** Null outside any account. */
  livemode: z.boolean().nullable(),
  /** The type of that event; the operation, such as `POST /v1/plans`, where there is none. */
  action: z.string(),
  created_at: z.iso.datetime(),
  /** Null for what happens outside any account. */
  account_id: z.string().nullable(),
  actor: z.object({
    type: z.enum(['user', 'api_key', 'anonymous']),
    user_id: z.string().nullable(),
    role: z.string().nullable(),
    session_id: z.string().nullable(),
    api_key_id: z.string().nullable(),
  }),
  /** Where the request came from. */
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  outcome: z.enum(['done', 'refused']),
  /** The code that a refusal was answered with; null on pages as well. */
  error: z.string().nullable(),
  /** What was changed. */
  target: z.object({ type: z.string(), id: z.string().nullable() }),
  /** The names of the members that were changed; null where it is new, and without an event. */
  changed: z.array(z.string()).nullable(),
});

export type AuditEntry = z.output<typeof auditEntrySchema>;
