/** RPCs of actions, which Terraform 1.14 and newer call. */
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
 * The response is a stream of events, each either `progress`, such as "2 of 5 rules were read", or `completed` with the
 * diagnostics of the action. Terraform crashes on an event that is neither. If a stream ends without `completed`,
 * Terraform reports success, so a stream of ours ends with it, unless the client cancels the call: if the provider's
 * events end without a result, that is an error. Nothing follows `completed`, since Terraform would still show it.
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
