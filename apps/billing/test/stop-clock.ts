import { vi } from 'vitest';
import { clock } from './clock.ts';

// Before each file: what is loaded stays, and with it the clock that the last one has set.
vi.mock('../src/sql-now.ts', () => import('./clock.ts'));
clock.reset();
