import { type IAspect, TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { parseKindName } from '../../../model/naming';
import { didYouMean } from '../../../model/text';
import { findMissingAuditEvents, type PolicyLimits, RESOURCE_POLICIES, SUBSCRIPTION } from '../../../policies/check';
import { type LimitName, POLICY_LIMITS, SECURITY_POLICY_IDS, type SecurityPolicyId } from '../../../policies/policies';
import { resolve } from '../../../terraform/configuration/expressions';
import type { JsonObject } from '../../../values/json';
import { Identities, type KnownObject, Unknown } from '../../../values/known';
import type { Words } from '../../../values/words';
import { resolveValue } from '../../tokens';
import { addAnnotationOnce } from '../../validation/warn-at-synth';
import { type AspectExclusions, isExcluded } from './aspect-filter';
import { NoOpenPolicies } from './no-open-policies';
import { RequireDescription } from './require-description';

/** Limits of {@link SecurityPolicies}. */
export interface SecurityPolicyLimits {
  /**
   * Shortest prefix of an allowed IPv4 network.
   *
   * @default 16
   */
  readonly ipv4Prefix?: number;

  /**
   * Shortest prefix of an allowed IPv6 network.
   *
   * @default 32
   */
  readonly ipv6Prefix?: number;

  /**
   * Largest number of IPv4 addresses that one `IpPolicyRules` admits.
   *
   * @default 1048576
   */
  readonly ipv4Addresses?: number;

  /**
   * Largest number of IPv6 addresses that one `IpPolicyRules` admits, as a decimal string.
   *
   * @default - the addresses of a /32
   */
  readonly ipv6Addresses?: string;
}

/** Properties of {@link SecurityPolicies}. */
export interface SecurityPoliciesProps extends AspectExclusions {
  /**
   * Ids of the policies to check, as in docs/guides/policies.md.
   *
   * @default - all policies
   */
  readonly policies?: readonly SecurityPolicyId[];

  /**
   * Limits of the policies `no_wide_network` and `address_limit`.
   *
   * @default - the default of each limit
   */
  readonly limits?: SecurityPolicyLimits;
}

/**
 * Checks the policies of docs/guides/policies.md: `Aspects.of(stack).add(new SecurityPolicies())`, for each stack:
 * CDKTF does not run the aspects of an app. A violated policy fails the synthesis, or is a warning for the policy
 * `sealed_token`. What is known after apply is not checked. The constructor throws if `policies` is empty, or an id or
 * a limit is not valid.
 *
 * Add it after aspects that change objects, such as {@link OwnershipMetadata}. The policy `audit_trail` is checked if
 * the scope of the aspect is a stack.
 */
export class SecurityPolicies implements IAspect {
  readonly #limits: PolicyLimits;
  readonly #policies: readonly SecurityPolicyId[];
  readonly #aspects: readonly IAspect[];

  constructor(private readonly props: SecurityPoliciesProps = {}) {
    const { policies = SECURITY_POLICY_IDS, limits = {} } = props;
    const expected = `expected ${SECURITY_POLICY_IDS.join(', ')}`;
    if (policies.length === 0) throw new Error(`policies: is empty, so nothing would be checked; ${expected}`);
    for (const id of policies)
      if (!SECURITY_POLICY_IDS.includes(id))
        throw new Error(`policies: '${id}' is not a policy; ${expected}${didYouMean(id, SECURITY_POLICY_IDS)}`);
    this.#policies = policies;
    this.#limits = readLimits(limits);
    this.#aspects = [
      ...(policies.includes('no_open_network') ? [new NoOpenPolicies(props)] : []),
      ...(policies.includes('description') ? [new RequireDescription(props)] : []),
    ];
  }

  /** Called by CDKTF for every construct, parents first. */
  visit(node: IConstruct): void {
    for (const aspect of this.#aspects) aspect.visit(node);
    if (TerraformStack.isStack(node) && this.#policies.includes('audit_trail')) this.#checkTrail(node);
    if (isExcluded(node, this.props) || !isOfProvider(node)) return;
    const type = node.terraformResourceType;
    const policies = this.#policies.flatMap((id) => {
      const policy = RESOURCE_POLICIES[id];
      return policy?.types.includes(type) ? [{ id, ...policy }] : [];
    });
    const values = policies.length > 0 ? readValues(node) : undefined;
    if (!values) return;
    for (const { id, findProblems, remedy, severity } of policies)
      for (const problem of findProblems({ kind: parseKindName(type) ?? '', values }, this.#limits))
        addAnnotationOnce(node, severity, formatViolation(node, id, problem, remedy));
  }

  /** The subscriptions of a stack are the audit trail together. */
  #checkTrail(stack: TerraformStack): void {
    const subscriptions = stack.node
      .findAll()
      .filter((node): node is TerraformResource => isOfProvider(node) && node.terraformResourceType === SUBSCRIPTION)
      .filter((node) => !isExcluded(node, this.props))
      .flatMap((node) => {
        const values = readValues(node);
        return values ? [{ node, values }] : [];
      });
    const missing = findMissingAuditEvents(subscriptions.map(({ values }) => values));
    if (!missing || missing.length === 0) return;
    const problem = `lacks ${missing.length} audit events, such as ${missing[0]}; expected all`;
    const remedy = 'Use AuditTrail, or add the event types to a subscription with a destination.';
    for (const { node, values } of subscriptions)
      if (findMissingAuditEvents([values]))
        addAnnotationOnce(node, 'error', formatViolation(node, 'audit_trail', problem, remedy));
  }
}

function formatViolation(
  { friendlyUniqueId }: TerraformResource,
  id: SecurityPolicyId,
  problem: string,
  remedy: string,
): Words {
  return `${friendlyUniqueId} ${problem}. ${remedy} [${id}]`;
}

function isOfProvider(node: IConstruct): node is TerraformResource {
  return TerraformResource.isTerraformResource(node) && parseKindName(node.terraformResourceType) !== undefined;
}

/** The arguments as they are rendered. A resource that was moved has none: its target declares the object. */
function readValues(resource: TerraformResource): KnownObject | undefined {
  const { terraformResourceType: type, friendlyUniqueId: place } = resource;
  const rendered = resolveValue(resource, resource.toTerraform()) as Rendered;
  const values = rendered.resource?.[type]?.[place];
  if (!values) return undefined;
  const scope = {
    place,
    findValue: () => new Unknown({ kind: 'reference', reference: `a reference in ${place}` }),
    identities: new Identities(),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolve(value, scope)]));
}

interface Rendered {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
}

/**
 * @throws Error if a limit has another name, is not an integer in its range, or is a JavaScript number that may be
 * rounded
 */
function readLimits(given: SecurityPolicyLimits): PolicyLimits {
  const read = (name: LimitName): bigint => {
    const { default: usual, largest } = POLICY_LIMITS[name];
    const value = given[name] ?? usual;
    if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER && value <= largest)
      throw new Error(`limits.${name}: the number ${value} may be rounded; expected a string of decimal digits`);
    if (/^(0|[1-9]\d*)$/.test(String(value)) && BigInt(value) <= largest) return BigInt(value);
    throw new Error(`limits.${name}: '${value}' is not a limit; expected an integer from 0 to ${largest}`);
  };
  const known = Object.keys(POLICY_LIMITS);
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw new Error(`limits: '${name}' is not a limit; expected ${known.join(', ')}${didYouMean(name, known)}`);
  return {
    ipv4Prefix: read('ipv4Prefix'),
    ipv6Prefix: read('ipv6Prefix'),
    ipv4Addresses: read('ipv4Addresses'),
    ipv6Addresses: read('ipv6Addresses'),
  };
}
