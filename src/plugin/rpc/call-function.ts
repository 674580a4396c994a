/** Functions. They are called in a process of their own, which is never configured. */
import { decodeDynamicValue } from '../codec/from-proto';
import { dynamicValue } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** CallFunction: pure; a wrong argument is named by its place. */
export const callFunction = defineRpc(ProviderMethods.CallFunction, {
  async answer({ provider }, { name = '', arguments: args = [] }) {
    const { functions } = provider.schema;
    const signature = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!signature)
      throw new Error(`The provider has no function '${name}'; it has ${Object.keys(functions).join(', ')}`);
    const answer = await provider.callFunction({
      name,
      arguments: signature.parameters.map(({ type }, index) => decodeDynamicValue(type, args[index])),
    });
    if ('error' in answer) return { error: { text: answer.error, functionArgument: answer.argument } };
    return { result: dynamicValue(signature.returns, answer.result) };
  },
  failed: (_, diagnostic) => ({ error: { text: diagnostic.detail } }),
});
