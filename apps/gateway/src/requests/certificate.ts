import { X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Logger } from '@florin/service';
import { Gauge, type Registry } from 'prom-client';

/** A certificate with its chain, and its key, as PEM. */
export interface TlsKeys {
  readonly cert: string;
  readonly key: string;
  /** The files of both; undefined if the settings contain the PEM text. */
  readonly files?: { readonly cert: string; readonly key: string } | undefined;
}

export interface Certificate {
  readonly keys: () => TlsKeys;
  /** Called with each new certificate. At most one listener. */
  onRenewed(listener: (keys: TlsKeys) => void): void;
  stop(): Promise<void>;
}

const LOOK_MS = 1_000;

/**
 * Watches the files of a certificate, so that a renewal needs no restart. Open connections keep
 * theirs. Ignores pairs that do not match, such as a certificate whose key is not written yet.
 */
export function followCertificate(given: TlsKeys, log: Logger): Certificate {
  let current = given;
  let listener: ((keys: TlsKeys) => void) | undefined;

  function look(): void {
    if (!given.files) return;
    try {
      const next = readPair(given.files);
      if (next.cert === current.cert && next.key === current.key) return;
      createSecureContext(next);
      current = { ...next, files: given.files };
      listener?.(current);
      log.info({ ends_at: endOf(current).toISOString() }, 'serving a renewed certificate');
    } catch (error) {
      log.warn(
        { err: error },
        'the new certificate and key do not match; still serving the previous one',
      );
    }
  }

  const paths = given.files ? Object.values(given.files) : [];
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, look);
  return {
    keys: () => current,
    onRenewed(next) {
      listener = next;
    },
    async stop() {
      for (const path of paths) unwatchFile(path, look);
    },
  };
}

/** Seconds until the served certificate expires; no value without one. */
export function addCertificateMetric(
  registry: Registry,
  certificate: Pick<Certificate, 'keys'> | undefined,
): void {
  new Gauge({
    name: 'florin_tls_certificate_left_seconds',
    help: "Seconds until the gateway's TLS certificate expires.",
    registers: [registry],
    collect() {
      if (certificate) this.set((endOf(certificate.keys()).getTime() - Date.now()) / 1e3);
      else this.remove({});
    },
  });
}

function readPair({ cert, key }: NonNullable<TlsKeys['files']>): TlsKeys {
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** The first certificate of a chain is the gateway's own. */
function endOf({ cert }: TlsKeys): Date {
  return new Date(new X509Certificate(cert).validTo);
}
