import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

/**
 * A secret from the environment variable `TF_VAR_<name>`, which is in no file, plan or state. It is required to
 * recreate the object, not to import it.
 */
export function secret(scope: Construct, name: string): string {
  const variable = new TerraformVariable(scope, name, { type: 'string' });
  variable.addOverride('default', null);
  variable.addOverride('ephemeral', true);
  return variable.stringValue;
}
