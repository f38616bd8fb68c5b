import { AppError } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { rpcService } from '@florin/grpc';
import type { Pool } from 'pg';

const unasked = async (): Promise<never> => {
  throw new AppError('internal_error', 'billing does not ask for this');
};

/** Finds what a customer has saved; nothing else is asked of processors. */
export function processorsDouble(pool: Pool) {
  return rpcService(grpcServices.processors.service, {
    ListWays: unasked,
    Authorize: unasked,
    ChargeSaved: unasked,
    FindCharge: unasked,
    CancelCharge: unasked,
    PayOutRest: unasked,
    async FindSavedMethod({ savesFor }) {
      const { rows } = await pool.query(
        'select method_id from peers.saved_cards where saves_for = $1',
        [savesFor],
      );
      if (!rows[0]) throw new AppError('not_found', 'no payment method is saved for them');
      return { methodId: rows[0].method_id, processor: 'test' };
    },
  });
}
