/** RPCs of actions, which Terraform 1.14 and newer call. */
import { decodeRequiredObject } from '../codec/from-proto';
import { deferredMessage, diagnosticMessages } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc, defineStreamRpc } from './rpc';

/** Terraform adds the block `config` to the paths of all three responses. */
export const validateActionConfig = defineRpc(
  ProviderMethods.ValidateActionConfig,
  async ({ provider, types }, { typeName = '', config }) => {
    const type = types.action(typeName);
    const { diagnostics } = await provider.validateAction({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      writeOnlyAllowed: true,
    });
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
);

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
 * Every event has a member: Terraform crashes on an event without one. The last event is always `completed`: Terraform
 * takes a stream without it for success, and still reads events after it.
 */
export const invokeAction = defineStreamRpc(
  ProviderMethods.InvokeAction,
  async function* ({ provider, types }, { actionType = '', config }) {
    const type = types.action(actionType);
    const request = { type: actionType, config: decodeRequiredObject(type, config, 'configuration') };
    for await (const event of provider.invokeAction(request)) {
      if ('completed' in event) {
        yield { completed: { diagnostics: diagnosticMessages(event.completed, type) } };
        return;
      }
      yield { progress: { message: event.progress } };
    }
    throw new Error('The action ended without a result');
  },
  (diagnostic) => ({ completed: { diagnostics: diagnosticMessages([diagnostic]) } }),
);
