import { revisionSubject } from '@florin/contracts';
import { republish } from '@florin/events';
import { defineService } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { admin } from './admin.ts';
import { cleanUp } from './clean-up.ts';
import { type IdentityConfig, readAdminSettings, readConfig } from './config.ts';
import { makeLoginThrottle, noThrottle } from './credentials/login/throttle.ts';
import { answerRequests } from './mail-links/password-resets/answer.ts';
import { migrations } from './migrations/index.ts';
import { startPasswordHasher } from './passwords/hasher.ts';
import { addGatewayWaitMetrics, makeAwaitGateways } from './revocations/await-gateways.ts';
import { identityRoutes } from './routes.ts';
import { identityRpcs } from './rpcs.ts';
import type { IdentityTables } from './schema.ts';
import { openSigningKeys, rotateSigningKey } from './signing-keys/signing-keys.ts';

/** Service definition of identity. */
export const defineIdentity = (now: () => Date = () => new Date()) =>
  defineService<IdentityConfig, IdentityTables>({
    name: 'identity',
    version: manifest.version,
    migrations,
    readConfig,
    featuresOf: ({ requiresVerifiedEmail, limitsGuessing, closesSignUp }) => ({
      sign_up: !closesSignUp,
      verified_email_required: requiresVerifiedEmail,
      login_limits: limitsGuessing,
    }),
    commands: {
      republish,
      'rotate-signing-key': (config) => rotateSigningKey(config),
      admin: (config, args, env) => admin(config, args, readAdminSettings(env)),
    },
    async makeParts({ config, db, system, events, metrics, onClose }) {
      const passwords = await startPasswordHasher(config.passwords);
      onClose(passwords.stop);
      const deps = {
        db,
        system,
        now,
        passwords,
        signingKeys: await openSigningKeys(db, now),
        loginThrottle: config.limitsGuessing ? makeLoginThrottle(db, now) : noThrottle,
        awaitGateways: makeAwaitGateways({
          db,
          announce: (revision) => events.publish(revisionSubject, String(revision)),
          measure: addGatewayWaitMetrics(metrics),
        }),
        sessionsMax: config.sessionsMax,
        requiresVerifiedEmail: config.requiresVerifiedEmail,
        limitsGuessing: config.limitsGuessing,
        publicUrl: config.publicUrl,
      };
      return {
        outbox: db,
        routes: identityRoutes(deps, config),
        rpcs: [identityRpcs(deps)],
        workers: [
          {
            name: 'answering requests for new passwords',
            round: () => answerRequests(deps),
            ...{ restMs: 250, restMsMax: 5_000, restAfterErrorMs: 2_000 },
          },
          { name: 'cleaning up', round: () => cleanUp(deps), restMs: 60_000 },
        ],
      };
    },
  });
