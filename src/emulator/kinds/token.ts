import { secretText } from '../crypto/ids';
import type { Behaviour } from './kind-hooks';

/**
 * What API keys and tunnel credentials have in common: a token `<27 characters>_<secret>` whose first half is the
 * object's identifier without its prefix (gaps.md 1.1, 'Key shape'). The answer to the creation is the only one that
 * shows it; events, lists and the controls answer null.
 */
export const withToken: Behaviour = {
  make({ state }, { id }, before) {
    return (
      before?.service ?? {
        token: `${id.slice(id.indexOf('_') + 1)}_${secretText(state.random.bytes(`token ${id}`, 20))}`,
      }
    );
  },
};
