import {
  Fn,
  type ITerraformDependable,
  type LocalExecProvisioner,
  TerraformProvider,
  type TerraformResource,
  TerraformStack,
} from 'cdktf';
import { Construct } from 'constructs';
import { jsonencode } from '../../../model/formats/jsonencode';
import { omitUndefined } from '../../../model/members';
import type { Json } from '../../../values/json';
import { NullProvider, NullResource } from './null-resource';
import { containsTokens, escapeTemplateSigns, toExpression } from './terraform-expression';

/** Properties of {@link OnChange}. */
export interface OnChangeProps {
  /**
   * Watched values by name, for example `{ regions: ingress.regionDomains }`. The command runs when a value has changed
   * since the last deployment, or when one was added or removed. Values are any JSON and may contain tokens. They are
   * stored in the state, so do not watch secrets.
   */
  readonly watch: Readonly<Record<string, unknown>>;

  /**
   * Shell command on the machine that runs Terraform. If it fails, the deployment fails, and the next one runs it
   * again. A changed command does not run by itself.
   */
  readonly command: string;

  /**
   * Additional environment variables of the command. A changed variable does not run the command.
   *
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;

  /**
   * Working directory of the command.
   *
   * @default - the folder of the synthesized stack
   */
  readonly workingDirectory?: string;

  /**
   * Program and arguments that run the command, which is added as the last argument.
   *
   * @default - `["/bin/sh", "-c"]`, on Windows `["cmd", "/C"]`
   */
  readonly interpreter?: readonly string[];

  /**
   * Elements to apply before the command runs.
   *
   * @default - only what the other properties refer to
   */
  readonly dependsOn?: readonly ITerraformDependable[];

  /**
   * The null provider.
   *
   * @default - the stack's null provider that has no alias, which is created if it does not exist yet
   */
  readonly provider?: TerraformProvider;
}

/**
 * Runs a command when a value changes, for example when an ingress gets a region or a certificate is renewed. The
 * command also runs at the first deployment. It does not run when the stack is destroyed.
 *
 * Creates a `null_resource` with triggers, so Terraform installs its null provider, from a registry or a mirror. To
 * change the resource, use `resource`, for example `onChange.resource.addOverride(...)`.
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
      ...omitUndefined({
        environment,
        workingDir: workingDirectory,
        interpreter: interpreter?.slice(),
      }),
    };
    if (!provider) ensureProvider(TerraformStack.of(this));
    this.resource = new NullResource(this, 'resource', {
      // Triggers are strings, so each value is JSON.
      triggers: Object.fromEntries(Object.entries(watch).map(([name, value]) => [name, toJson(value)])),
      provisioners: [provisioner],
      ...omitUndefined({ dependsOn: dependsOn?.slice(), provider }),
    });
    const problem = 'watch: is empty, so the command would run only once; expected at least one value';
    this.node.addValidation({ validate: () => (Object.keys(watch).length === 0 ? [problem] : []) });
  }
}

/**
 * Formats JSON exactly like `jsonencode`, so that the trigger stays the same if an app replaces a token by its value.
 */
function toJson(value: unknown): string {
  if (containsTokens(value)) return Fn.jsonencode(toExpression(value));
  const json = JSON.stringify(value) ?? 'null';
  return escapeTemplateSigns(jsonencode(JSON.parse(json) as Json));
}

function ensureProvider(stack: TerraformStack): void {
  const providers = stack.node.findAll().filter(TerraformProvider.isTerraformProvider);
  const has = providers.some(({ terraformResourceType, alias }) => terraformResourceType === 'null' && !alias);
  if (!has) new NullProvider(stack, 'null');
}
