import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { type Queue, type Share, shares } from '../domain/queues.ts';
import type { DeliveryResult } from '../domain/retries.ts';
import type { SmtpSettings } from './settings.ts';

/** An attachment. */
export interface Attachment {
  readonly filename: string;
  readonly content: Buffer;
}

/** An email to send. Addresses and names are data; invalid addresses are refused. */
export interface OutgoingEmail {
  readonly messageId: string;
  /** Display name; the address is Florin's. */
  readonly from: string;
  readonly replyTo: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachment?: Attachment | undefined;
  /** Unsubscribe link (RFC 8058); undefined for mandatory emails. */
  readonly unsubscribeUrl?: string | undefined;
}

export interface SmtpTransport {
  /**
   * Sends one email over a connection of its queue. Never throws for failures of the server or
   * network.
   */
  send(queue: Queue, mail: OutgoingEmail): Promise<DeliveryResult>;
  close(): void;
}

/** For the whole attempt: also bounds servers that respond byte by byte. */
const SEND_MS_MAX = 60_000;
/** RFC 5321 section 4.5.3.2 allows minutes per step, which is too long here. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 45_000,
};

/** Opens the SMTP transports. */
export function openSmtpTransport({ url, from, dkim }: SmtpSettings): SmtpTransport {
  const { hostname, port, username, password, protocol } = new URL(url);
  const isPrivate = hostname === 'localhost' || isIP(hostname) > 0;
  const openTransport = ({ connections }: Share) =>
    createTransport({
      host: hostname,
      port: Number(port || (protocol === 'smtps:' ? 465 : 587)),
      secure: protocol === 'smtps:',
      // Passwords are sent in the clear only to servers with a private address.
      requireTLS: protocol === 'smtp:' && username !== '' && !isPrivate,
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      ...{ pool: true, maxConnections: connections, maxMessages: 100 },
      // Content comes from outside: it must never name a file or URL to read.
      ...{ disableFileAccess: true, disableUrlAccess: true },
      ...(dkim && {
        dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key },
      }),
      ...TIMEOUTS,
    });
  /** Each opens connections on demand. */
  const transports = {
    interactive: openTransport(shares.interactive),
    notification: openTransport(shares.notification),
    attachment: openTransport(shares.attachment),
  };
  return {
    async send(queue, { messageId, from: name, to, attachment, unsubscribeUrl, ...mail }) {
      try {
        await transports[queue].sendMail({
          ...mail,
          signal: AbortSignal.timeout(SEND_MS_MAX),
          from: { name, address: from },
          // As an object, so that a list of addresses is not parsed from one text.
          to: { name: '', address: to },
          messageId: `<${messageId}>`,
          ...(attachment && {
            attachments: [{ ...attachment, contentType: 'application/pdf' }],
          }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
        return { outcome: 'sent' };
      } catch (error) {
        return toResult(error);
      }
    },
    close() {
      for (const transport of Object.values(transports)) transport.close();
    },
  };
}

/** Maps an SMTP error: only a 5xx response to this email is final. */
function toResult(error: unknown): DeliveryResult {
  const { responseCode, message, code } = error as {
    responseCode?: number;
    message?: string;
    code?: string;
  };
  const reason = message ?? String(error);
  const isRefused = responseCode !== undefined && responseCode >= 500;
  // A wrong password is the operator's mistake: it must not fail emails for good.
  return isRefused && (code === 'EENVELOPE' || code === 'EMESSAGE')
    ? { outcome: 'refused', reason }
    : { outcome: 'again', reason };
}
