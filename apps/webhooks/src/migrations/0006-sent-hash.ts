export { addSentHash as up } from '@florin/database';
