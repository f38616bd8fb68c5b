import type { Row } from '../row.ts';
import { cancelAgainstSettle } from './cancel-against-settle.ts';
import { clockIsSet } from './clock-is-set.ts';
import { clockedRenewals } from './clocked-renewals.ts';
import { closingRaces } from './closing-races.ts';
import { cutCommits } from './cut-commits.ts';
import { databaseCrashes } from './database-crashes.ts';
import { dyingConsumer } from './events/dying-consumer.ts';
import { dyingRelay } from './events/dying-relay.ts';
import { idleTransactions } from './events/idle-transactions.ts';
import { lateCommits } from './events/late-commits.ts';
import { lossyReceiver } from './events/lossy-receiver.ts';
import { natsAway } from './events/nats-away.ts';
import { natsClusterRows } from './events/nats-cluster.ts';
import { natsWiped } from './events/nats-wiped.ts';
import { poison } from './events/poison.ts';
import { secondRegion } from './events/second-region.ts';
import { streamFull } from './events/stream-full.ts';
import { fullDisk } from './full-disk.ts';
import { heldLocks } from './held-locks.ts';
import { killedLedger } from './killed-ledger.ts';
import { killedProcessors } from './killed-processors.ts';
import { killedServices } from './killed-services.ts';
import { killedCharges, killedRefunds } from './killed-stripe.ts';
import { lockOrder } from './lock-order.ts';
import { mixedVersions } from './mixed-versions.ts';
import { newerSchema } from './newer-schema.ts';
import { oneKeyOneEffect } from './one-key-one-effect.ts';
import { oneWinner } from './one-winner.ts';
import { pointInTime } from './point-in-time.ts';
import { processorRows } from './processors.ts';
import { refundRaces } from './refund-races.ts';
import { replicas } from './replicas.ts';
import { restarts } from './restarts.ts';
import { restoredBackup } from './restored-backup.ts';
import { rollOut } from './roll-out.ts';
import { queueScaling } from './scaling/queue-scaling.ts';
import { lateTokens } from './security/late-tokens.ts';
import { loginFlood } from './security/login-flood.ts';
import { openNats } from './security/open-nats.ts';
import { rotatedKeys } from './security/rotated-keys.ts';
import { storyThreats } from './security/story-threats.ts';
import { killedWorker } from './shards/killed-worker.ts';
import { movedShard } from './shards/moved-shard.ts';
import { simulatedBilling } from './simulated-billing.ts';
import { simulatedCore } from './simulated-core.ts';
import { standbyReads } from './standbys/standby-reads.ts';
import { stoppedLedger } from './stopped-ledger.ts';
import { upgrade } from './upgrade.ts';

/** Every row of the table, in its order. */
export const rows: readonly Row[] = [
  killedLedger,
  killedServices,
  databaseCrashes,
  natsAway,
  natsWiped,
  streamFull,
  dyingRelay,
  lateCommits,
  poison,
  dyingConsumer,
  idleTransactions,
  oneWinner,
  lockOrder,
  closingRaces,
  refundRaces,
  cancelAgainstSettle,
  oneKeyOneEffect,
  cutCommits,
  restarts,
  stoppedLedger,
  heldLocks,
  fullDisk,
  mixedVersions,
  upgrade,
  rollOut,
  restoredBackup,
  pointInTime,
  clockedRenewals,
  clockIsSet,
  simulatedCore,
  simulatedBilling,
  lossyReceiver,
  newerSchema,
  ...processorRows,
  ...natsClusterRows,
  secondRegion,
  replicas,
  standbyReads,
  queueScaling,
  killedProcessors,
  killedRefunds,
  killedCharges,
  lateTokens,
  killedWorker,
  movedShard,
  rotatedKeys,
  loginFlood,
  ...storyThreats,
  openNats,
];
