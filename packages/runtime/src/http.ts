/**
 * The used parts of `node:http`. An import would evaluate all its exports, one of which loads
 * Node's unused fetch: 3 MB per process.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
