import {
  Fn,
  type ITerraformDependable,
  type LocalExecProvisioner,
  TerraformProvider,
  type TerraformResource,
  TerraformStack,
} from 'cdktf';
import { Construct } from 'constructs';
import { isJsonObject, type Json } from '../../../model/json';
import { createNullProvider, createNullResource } from './null-resource';
import { asArgument, codeUnit, holdsTokens } from './terraform-expression';

/** Properties of {@link OnChange}. */
export interface OnChangeProps {
  /**
   * Values by names of your own; the command runs when any of them is another one than at the last deployment. Texts,
   * lists, anything that can be JSON, with what Terraform will know: `{ regions: ingress.regionDomains }`. They stand
   * in the plan and in the state, so no secrets.
   */
  readonly watch: Readonly<Record<string, unknown>>;

  /** What is run on the machine that deploys, by its shell. That it fails fails the deployment, and it runs again next time. */
  readonly command: string;

  /**
   * Environment variables of the command, beside those of the deployment. Another value alone runs nothing.
   *
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;

  /**
   * Folder that the command runs in.
   *
   * @default - the folder of the synthesised stack
   */
  readonly workingDirectory?: string;

  /**
   * The program that takes the command as its last argument.
   *
   * @default ["/bin/sh", "-c"]
   */
  readonly interpreter?: readonly string[];

  /**
   * What has to be done before the command runs.
   *
   * @default - only what `watch` and `environment` refer to
   */
  readonly dependsOn?: readonly ITerraformDependable[];

  /**
   * The null provider.
   *
   * @default - the stack's; a stack without one gets one, so declare your own before
   */
  readonly provider?: TerraformProvider;
}

/**
 * A command that runs when something changes: regions of an ingress grow, a certificate is renewed. It runs at the first
 * deployment too, and not when the stack is destroyed.
 *
 * Made of a `null_resource` with triggers, so Terraform needs its null provider; on `cdktf` the package
 * `@cdktf/provider-null` has to be installed, and that it is not is an error here. To change what is made, use
 * `resource`, for instance `onChange.resource.addOverride(...)`.
 */
export class OnChange extends Construct {
  /** The `null_resource`. */
  readonly resource: TerraformResource;

  constructor(scope: Construct, id: string, props: OnChangeProps) {
    super(scope, id);
    const { watch, command, environment, workingDirectory, interpreter, dependsOn, provider } = props;
    const provisioner: LocalExecProvisioner = {
      type: 'local-exec',
      command,
      ...(environment && { environment: { ...environment } }),
      ...(workingDirectory !== undefined && { workingDir: workingDirectory }),
      ...(interpreter && { interpreter: [...interpreter] }),
    };
    if (!provider) ensureProvider(TerraformStack.of(this));
    this.resource = createNullResource(this, 'resource', {
      // As JSON, null and lists are texts like any other, and known once their value is.
      triggers: Object.fromEntries(Object.entries(watch).map(([name, value]) => [name, asJson(value)])),
      provisioners: [provisioner],
      ...(dependsOn && { dependsOn }),
      ...(provider && { provider }),
    });
    const problem = `${this.node.path}: watch: is empty, so the command would run once, expected what to watch`;
    this.node.addValidation({ validate: () => (Object.keys(watch).length === 0 ? [problem] : []) });
  }
}

/** JSON; as Terraform writes it, so that a value that becomes known sooner or later is no other one. */
function asJson(value: unknown): string {
  if (holdsTokens(value)) return Fn.jsonencode(asArgument(value));
  const json = JSON.stringify(value) ?? 'null';
  return jsonLikeTerraform(JSON.parse(json) as Json).replace(/[$%](?=\{)/g, '$&$&');
}

function jsonLikeTerraform(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(jsonLikeTerraform).join(',')}]`;
  if (isJsonObject(value)) {
    const names = Object.keys(value).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return `{${names.map((name) => `${jsonLikeTerraform(name)}:${jsonLikeTerraform(value[name])}`).join(',')}}`;
  }
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, codeUnit);
}

function ensureProvider(stack: TerraformStack): void {
  const providers = stack.node.findAll().filter(TerraformProvider.isTerraformProvider);
  const has = providers.some(({ terraformResourceType, alias }) => terraformResourceType === 'null' && !alias);
  if (!has) createNullProvider(stack, 'null');
}
