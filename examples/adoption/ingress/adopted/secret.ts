import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

/**
 * A secret that Terraform reads from the environment variable `TF_VAR_<name>`, so that it stands in no file, plan or
 * state. What exists is imported without it; it is needed when the object is made again.
 */
export function secret(scope: Construct, name: string): string {
  const variable = new TerraformVariable(scope, name, { type: 'string', sensitive: true });
  variable.addOverride('default', null);
  variable.addOverride('ephemeral', true);
  return variable.stringValue;
}
