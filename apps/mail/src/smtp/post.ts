import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { type Lane, type Share, shares } from '../outgoing/lanes.ts';
import type { Handover } from '../outgoing/model.ts';
import type { SmtpSettings } from './settings.ts';

/** A file that a mail brings. */
export interface Attachment {
  readonly filename: string;
  readonly content: Buffer;
}

/** A mail as it is handed over. Addresses and names are data: what is no address is refused. */
export interface Outgoing {
  readonly messageId: string;
  /** The name that readers see; the address is Florin's. */
  readonly from: string;
  readonly replyTo: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachment?: Attachment | undefined;
  /** Where its reader does without such mails (RFC 8058); undefined for what they have to get. */
  readonly unsubscribeUrl?: string | undefined;
}

export interface Post {
  /** Hands one mail over, by a connection of its lane. Never throws for what the server or the network does. */
  send(lane: Lane, mail: Outgoing): Promise<Handover>;
  close(): void;
}

/** Of all of it: for a connection, and for a server that answers bit by bit. */
const SEND_MS_MAX = 60_000;
/** RFC 5321 section 4.5.3.2 allows minutes for each step; nobody here waits for so long. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 45_000,
};

/** By which mail leaves. */
export function openPost({ url, from, dkim }: SmtpSettings): Post {
  const { hostname, port, username, password, protocol } = new URL(url);
  const isPrivate = hostname === 'localhost' || isIP(hostname) > 0;
  const openTransport = ({ connections }: Share) =>
    createTransport({
      host: hostname,
      port: Number(port || (protocol === 'smtps:' ? 465 : 587)),
      secure: protocol === 'smtps:',
      // Passwords go in the clear to nobody but to a server that is named by its address.
      requireTLS: protocol === 'smtp:' && username !== '' && !isPrivate,
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      ...{ pool: true, maxConnections: connections, maxMessages: 100 },
      // What a mail says comes from outside: it is never the name of a file or of an address to read.
      ...{ disableFileAccess: true, disableUrlAccess: true },
      ...(dkim && {
        dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key },
      }),
      ...TIMEOUTS,
    });
  /** Each opens its connections once it needs them. */
  const transports = {
    asked: openTransport(shares.asked),
    told: openTransport(shares.told),
    filed: openTransport(shares.filed),
  };
  return {
    async send(lane, { messageId, from: name, to, attachment, unsubscribeUrl, ...mail }) {
      try {
        await transports[lane].sendMail({
          ...mail,
          signal: AbortSignal.timeout(SEND_MS_MAX),
          from: { name, address: from },
          // As an object: a list of several is not read out of one text.
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
        return toHandover(error);
      }
    },
    close() {
      for (const transport of Object.values(transports)) transport.close();
    },
  };
}

/** What the server has answered, or where it was lost: only its own 5xx to this mail ends it. */
function toHandover(error: unknown): Handover {
  const { responseCode, message, code } = error as {
    responseCode?: number;
    message?: string;
    code?: string;
  };
  const reason = message ?? String(error);
  const isRefused = responseCode !== undefined && responseCode >= 500;
  // A wrong password is the operator's, and mended there: no receiver's mail ends by it.
  return isRefused && (code === 'EENVELOPE' || code === 'EMESSAGE')
    ? { outcome: 'refused', reason }
    : { outcome: 'again', reason };
}
