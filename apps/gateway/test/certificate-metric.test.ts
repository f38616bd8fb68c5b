import { X509Certificate } from 'node:crypto';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { addCertificateMetric } from '../src/requests/certificate-metric.ts';
import { generateTls } from './generate-tls.ts';

it('counts down to the end of the certificate', async () => {
  const { cert } = await generateTls();
  const registry = new Registry();
  addCertificateMetric(registry, `${cert}\n${(await generateTls()).cert}`);
  const shown = /^florin_tls_certificate_left_seconds (\S+)$/m.exec(await registry.metrics())?.[1];
  const endsAt = Date.parse(new X509Certificate(cert).validTo);
  const leftSeconds = (endsAt - Date.now()) / 1e3;
  expect(Math.abs(Number(shown) - leftSeconds)).toBeLessThan(60);
  expect(leftSeconds).toBeGreaterThan(3_600);
});
