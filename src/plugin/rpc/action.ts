import { decodeRequiredObject } from '../codec/from-proto';
import { deferredMessage, diagnosticMessages } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc, defineStreamRpc } from './rpc';

/** Terraform adds the block `config` to the paths of the responses. */
export const planAction = defineRpc(
  ProviderMethods.PlanAction,
  async ({ provider, types }, { actionType = '', config, clientCapabilities }) => {
    const type = types.action(actionType);
    const { diagnostics, deferred } = await provider.planAction({
      type: actionType,
      config: decodeRequiredObject(type, config, 'configuration'),
      deferralAllowed: clientCapabilities?.deferralAllowed ?? false,
    });
    return { diagnostics: diagnosticMessages(diagnostics, type), deferred: deferredMessage(deferred) };
  },
);

/**
 * Terraform crashes on an event that is neither `progress` nor `completed`. If a stream ends without `completed`, it
 * reports success, so that is an error here. Nothing follows `completed`, since Terraform would still show it.
 */
export const invokeAction = defineStreamRpc(
  ProviderMethods.InvokeAction,
  async function* ({ provider, types }, { actionType = '', config }) {
    const type = types.action(actionType);
    const request = { type: actionType, config: decodeRequiredObject(type, config, 'configuration') };
    for await (const event of provider.invokeAction(request)) {
      if ('diagnostics' in event) {
        yield { completed: { diagnostics: diagnosticMessages(event.diagnostics, type) } };
        return;
      }
      yield { progress: { message: event.progress } };
    }
    throw new Error('The action ended without a result');
  },
  (diagnostic) => ({ completed: { diagnostics: diagnosticMessages([diagnostic]) } }),
);
