import { decodeDynamicValue } from '../codec/from-proto';
import { dynamicValue } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpcWithoutDiagnostics } from './rpc';

/** Terraform calls functions in a process that is never configured. */
export const callFunction = defineRpcWithoutDiagnostics(
  ProviderMethods.CallFunction,
  async ({ provider }, { name = '', arguments: args = [] }) => {
    const { functions } = provider.schema;
    const signature = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!signature)
      throw new Error(`The provider has no function '${name}'; expected one of ${Object.keys(functions).join(', ')}`);
    const response = await provider.callFunction({
      name,
      arguments: signature.parameters.map(({ type }, index) => decodeDynamicValue(type, args[index])),
    });
    if ('error' in response) return { error: { text: response.error, functionArgument: response.argument } };
    return { result: dynamicValue(signature.returns, response.result) };
  },
  (_, diagnostic) => ({ error: { text: diagnostic.detail } }),
);
