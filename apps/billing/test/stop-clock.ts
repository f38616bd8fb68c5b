import { vi } from 'vitest';
import { clock } from './clock.ts';

// Runs before each file, because modules stay loaded with the last file's clock.
vi.mock('../src/sql-now.ts', () => import('./clock.ts'));
clock.reset();
