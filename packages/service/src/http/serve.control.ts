import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './serve.test.ts';

vi.mock(import('../metrics/require-metrics-token.ts'), async (load) => ({
  ...(await load()),
  requireMetricsToken: (_token, answer) => answer,
}));

export const control: Control = {
  id: 'T31',
  fault: 'Another program on the same machine asks a process for its metrics or version',
  holds: '401 without the metrics token',
  control: 'processes answer without checking the token',
};
