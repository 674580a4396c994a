import { findNetworkCode, findNetworkFailure } from '../client/errors/network-codes';
import { oneLine } from '../model/text';
import { networkErrorReason } from '../terraform/network-error';
import type { Words } from '../values/words';

/** Why a connection failed, as the end of a sentence. */
export function describeNetworkError(error: unknown): Words {
  return findNetworkFailure(findNetworkCode(error) ?? '')?.description ?? oneLine(networkErrorReason(error));
}
