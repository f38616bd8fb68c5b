/**
 * What of Node's HTTP this code calls. An import from `node:http` reads all that it exports, one of
 * which loads Node's fetch, which nothing here uses: 3 MB of each process.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
