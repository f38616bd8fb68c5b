export { addTraceToOutbox as up } from '@florin/database';
