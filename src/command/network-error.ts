import { findNetworkCode, findNetworkFailure } from '../client/errors/network-codes';
import { oneLine } from '../model/text';
import { networkErrorReason } from '../terraform/network-error';

/** Why a connection failed, as the end of a sentence. */
export function describeNetworkError(error: unknown): string {
  return findNetworkFailure(findNetworkCode(error) ?? '')?.description ?? oneLine(networkErrorReason(error));
}
