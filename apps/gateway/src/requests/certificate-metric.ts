import { X509Certificate } from 'node:crypto';
import { Gauge, type Registry } from 'prom-client';

/**
 * Seconds until the certificate that the gateway serves ends; no value where it serves none.
 * @param chainPem begins with the gateway's own certificate
 */
export function addCertificateMetric(registry: Registry, chainPem: string | undefined): void {
  const endsAt = chainPem && Date.parse(new X509Certificate(chainPem).validTo);
  new Gauge({
    name: 'florin_tls_certificate_left_seconds',
    help: 'Seconds until the certificate that the gateway serves ends.',
    registers: [registry],
    collect() {
      if (endsAt) this.set((endsAt - Date.now()) / 1e3);
      else this.remove({});
    },
  });
}
