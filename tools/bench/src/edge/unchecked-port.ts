/** The variable by which the gateway without checks is told where to listen. */
export const UNCHECKED_PORT = 'BENCH_UNCHECKED_PORT';
