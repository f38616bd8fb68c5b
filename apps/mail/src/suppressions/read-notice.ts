import { parseEmail, type SuppressionReason } from '@florin/contracts';
import { z } from 'zod';

/** An address that the email provider reports as undeliverable. */
export interface Noticed {
  /** Canonical form. */
  readonly email: string;
  readonly reason: Exclude<SuppressionReason, 'unsubscribed'>;
}

const NOTICES_MAX = 1_000;

/** Florin's own format, for any program. */
const plain = z.object({
  notices: z
    .array(z.object({ type: z.enum(['bounce', 'complaint']), email: z.string() }))
    .max(NOTICES_MAX),
});

/** Postmark's webhooks: https://postmarkapp.com/developer/webhooks/bounce-webhook */
const postmark = z.object({
  RecordType: z.string(),
  Type: z.string().optional(),
  Email: z.string(),
});

/** Amazon SES by SNS: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
const sns = z.object({ Type: z.string(), Message: z.string() });
const recipients = z.array(z.object({ emailAddress: z.string() })).max(NOTICES_MAX);
const ses = z.object({
  notificationType: z.string(),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complainedRecipients: recipients }).optional(),
});

/**
 * Parses a notice, without transient failures such as a full mailbox. Undefined for an unknown
 * format.
 */
export function readNotice(body: unknown): readonly Noticed[] | undefined {
  const ours = plain.safeParse(body);
  if (ours.success) return ours.data.notices.flatMap(({ type, email }) => noticed(email, type));
  const byPostmark = postmark.safeParse(body);
  if (byPostmark.success) {
    const { RecordType, Type, Email } = byPostmark.data;
    if (RecordType === 'SpamComplaint') return noticed(Email, 'complaint');
    return RecordType === 'Bounce' && Type === 'HardBounce' ? noticed(Email, 'bounce') : [];
  }
  const bySns = sns.safeParse(body);
  return bySns.success ? readSes(bySns.data.Message) : undefined;
}

function readSes(message: string): readonly Noticed[] | undefined {
  const read = ses.safeParse(parseJson(message));
  if (!read.success) return undefined;
  const { bounce, complaint } = read.data;
  const bounced = bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : [];
  return [
    ...bounced.flatMap(({ emailAddress }) => noticed(emailAddress, 'bounce')),
    ...(complaint?.complainedRecipients ?? []).flatMap(({ emailAddress }) =>
      noticed(emailAddress, 'complaint'),
    ),
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noticed(text: string, reason: Noticed['reason']): readonly Noticed[] {
  const email = parseEmail(text);
  return email === undefined ? [] : [{ email, reason }];
}
