/** Environment variable with the port of the gateway without checks. */
export const UNCHECKED_PORT = 'BENCH_UNCHECKED_PORT';
