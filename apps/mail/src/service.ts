import { eventSources } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { deadLetterCommands, republish } from '@florin/events';
import { rpcService } from '@florin/grpc';
import { consume, defineService } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { cleanUp } from './clean-up.ts';
import { openPeers } from './clients.ts';
import { type MailConfig, readConfig } from './config.ts';
import { handledTypes, onEvents } from './consumers.ts';
import { makeDelivery } from './delivery/deliver.ts';
import { addMailMetrics } from './delivery/metrics.ts';
import { writeDigests } from './digests/write.ts';
import { startMailbox } from './mailbox/receive.ts';
import { mailRpcs } from './mails/rpcs.ts';
import { migrations } from './migrations/index.ts';
import { mailRoutes } from './routes.ts';
import type { MailTables } from './schema.ts';
import { openSmtpTransport } from './smtp/transport.ts';

/** Email tolerates this delay, and a batch costs as much for one event as for many. */
const GATHER_MS = 250;

/** Parts of the mail service. */
export const mail = defineService<MailConfig, MailTables>({
  name: 'mail',
  version: manifest.version,
  migrations,
  readConfig,
  featuresOf: ({ smtp, hasMailbox, digestReceivers }) => ({
    mail_leaves: smtp !== undefined,
    development_mailbox: hasMailbox,
    digest: digestReceivers.length > 0,
  }),
  commands: { republish, ...deadLetterCommands('mail', { handle: onEvents }) },
  async makeParts({ config, db, system, metrics, log, report, onClose }) {
    const mailbox = config.hasMailbox
      ? await startMailbox(db, report('receiving a mail failed'))
      : undefined;
    const smtp = config.smtp ?? mailbox?.smtp;
    if (!smtp) log.warn('no mail is sent, because SMTP_URL names no server');
    const peers = openPeers(config);
    const transport = smtp && openSmtpTransport(smtp);
    const { publicUrl, hourlyMax } = config;
    const onError = report('sending a mail failed');
    const countAttempt = addMailMetrics(metrics, db);
    const delivery =
      transport &&
      makeDelivery({ db, peers, transport, publicUrl, hourlyMax, onError, countAttempt });
    onClose(async () => {
      // First: a result that is not awaited is lost.
      await delivery?.ended();
      transport?.close();
      peers.close();
      await mailbox?.stop();
    });
    return {
      outbox: db,
      consumers: smtp
        ? Object.entries(eventSources.mail).map(([source, only]) =>
            consume(db, source as keyof typeof eventSources.mail, {
              only,
              types: handledTypes,
              gatherMs: GATHER_MS,
              handle: onEvents,
            }),
          )
        : [],
      workers: [
        ...(delivery
          ? [
              {
                name: 'sending mail',
                round: delivery.round,
                ...{ restMs: 250, restMsMax: 5_000, restAfterErrorMs: 5_000 },
              },
            ]
          : []),
        {
          name: 'writing digests',
          round: () =>
            writeDigests({ db, now: () => new Date(), receivers: config.digestReceivers }),
          restMs: 600_000,
          restAfterErrorMs: 60_000,
        },
        {
          name: 'cleaning up',
          round: () => cleanUp(db, config.keptDays),
          restMs: 600_000,
          restAfterErrorMs: 60_000,
        },
      ],
      routes: mailRoutes({ ...config, ...peers, db, system }),
      rpcs: [rpcService(grpcServices.mails.service, mailRpcs({ db }))],
    };
  },
});
