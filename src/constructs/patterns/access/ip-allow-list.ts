import { Aspects, type TerraformProvider } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { type DescribedRule, mergeRules } from '../../../model/ip/aggregate-rules';
import { admitsNothing, familiesOpenToAll } from '../../../model/ip/allowed-ranges';
import { type Cidr, parseCidr } from '../../../model/ip/cidr';
import { findPrivateNetwork } from '../../../model/ip/private-networks';
import { findRedundantRules, type RedundancyReason } from '../../../model/ip/redundant-rules';
import { DataNetingressIpPolicy, IpPolicy, type IpPolicyRules, type IpPolicyRulesRule } from '../../generated';
import { isResolvedString, isToken } from '../../tokens';
import { clipped } from '../shared/clipped';
import { ExistingObject } from '../shared/imported-reference';
import type { IIpPolicy } from '../shared/interfaces';
import { addOnce } from '../shared/warn-at-synth';
import type { ListedRule } from './allow-list-rules';
import type { NamedNetworks, Networks } from './networks';
import { ListRules } from './render-rules';

/** What an allow list can warn of; see {@link IpAllowListProps.expected}. */
export type AllowListWarning = RedundancyReason | 'empty' | 'open' | 'private';

/** Properties of {@link IpAllowList}. */
export interface IpAllowListProps {
  /**
   * What the policy is for. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * Who is admitted; more can be added with `allow()`.
   *
   * @default - nobody
   */
  readonly allow?: readonly Networks[];

  /**
   * Who is refused although `allow` admits them; more can be added with `deny()`.
   *
   * @default - nobody
   */
  readonly deny?: readonly Networks[];

  /**
   * What is meant to be so, and needs no warning: `open` for a list that admits everybody, `private` for one whose
   * traffic comes from a private network, `empty`, or rules that never matter (`duplicate`, `covered`, `shadowed`, `idle`).
   *
   * @default - everything is warned of
   */
  readonly expected?: readonly AllowListWarning[];

  /**
   * The provider that makes the policy and its rules.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;
}

/** Networks as they were given: a rule that is known, or one that only Terraform will know. */
type Entry =
  | { readonly known: DescribedRule }
  | { readonly later: string | readonly string[]; readonly rule: IpPolicyRulesRule }
  | { readonly problem: string };

/**
 * An IP policy with all of its rules: a rule that somebody adds by hand shows in the next plan and is removed by the
 * next apply (`IpPolicyRules`).
 *
 * Networks may be given in any spelling. Those with the same action, name and metadata that overlap or lie side by side
 * become the fewest networks; of a network that is allowed and denied the deny stays, because it wins. So it does of
 * networks that only Terraform knows; where it finds one network in two spellings, the plan fails and names both.
 *
 * Warns at synth of rules that never matter, of private networks, whose addresses never reach the service from the
 * internet, and of a list that admits everybody. A list whose rules admit nobody is an error, as is text that is no
 * network. What only Terraform will know is left to the plan.
 *
 * To change what is made, use `policy` and `rules`, for instance `list.policy.addOverride(...)`.
 */
export class IpAllowList extends Construct implements IIpPolicy {
  /** The policy. */
  readonly policy: IpPolicy;
  /** Its rules. What is assigned to `rules.rules` stays until the next `allow()` or `deny()`. */
  readonly rules: IpPolicyRules;
  readonly #listRules: ListRules;
  readonly #entries: Entry[] = [];
  readonly #expected: readonly AllowListWarning[];
  #isRendered = false;

  constructor(scope: Construct, id: string, props: IpAllowListProps = {}) {
    super(scope, id);
    const { description, metadata, allow = [], deny = [], expected = [], provider } = props;
    this.policy = new IpPolicy(this, 'policy', {
      ...(description !== undefined && { description }),
      ...(metadata !== undefined && { metadata }),
      ...(provider && { provider }),
    });
    this.#listRules = new ListRules(this, 'rules', this.policy, provider, () => this.#render());
    this.rules = this.#listRules;
    this.#expected = expected;
    for (const networks of allow) this.allow(networks);
    for (const networks of deny) this.deny(networks);
    this.node.addValidation({ validate: () => this.#findProblems() });
    Aspects.of(this).add({ visit: (node: IConstruct) => node === this && this.#warn() });
  }

  /**
   * A policy that exists already, by its identifier. Nothing is read: a restriction that must be safe reads its rules
   * when Terraform runs.
   */
  static fromIpPolicyId(scope: Construct, id: string, ipPolicyId: string): IIpPolicy {
    return new ExistingObject(scope, id, ipPolicyId);
  }

  /** The one policy with exactly that description; none, or several, fails the plan. */
  static fromDescription(scope: Construct, id: string, description: string): IIpPolicy {
    return new DataNetingressIpPolicy(scope, id, { description });
  }

  /** Identifier of the policy. */
  get id(): string {
    return this.policy.id;
  }

  /**
   * Admits networks: `allow('203.0.113.0/24', 'Berlin')`, `allow({ name: 'Berlin', cidrs: [...] })`, or
   * `allow(readNetworks('offices.txt'))`. May be called until synthesis.
   *
   * @param networks one network, several, or several under a name; tokens too, also a list that only Terraform knows
   * @param name who or what they are, the description of the rules; for networks that have no name of their own
   */
  allow(networks: Networks, name?: string): this {
    return this.#add('allow', networks, name);
  }

  /** Refuses networks, also where a rule allows them; parameters as of `allow()`. */
  deny(networks: Networks, name?: string): this {
    return this.#add('deny', networks, name);
  }

  #add(action: 'allow' | 'deny', networks: Networks, name: string | undefined): this {
    const { cidrs, metadata, ...named } = toNamed(networks, name);
    const about = {
      ...(named.name !== '' && { description: named.name }),
      ...(metadata !== undefined && { metadata }),
    };
    if (isToken(cidrs)) this.#entries.push({ later: cidrs, rule: { action, ...about } });
    else for (const cidr of cidrs) this.#entries.push(entryOf(cidr, action, about));
    this.#isRendered = false;
    return this;
  }

  get #known(): DescribedRule[] {
    return this.#entries.flatMap((entry) => ('known' in entry ? [entry.known] : []));
  }

  /** Gives the rules to the resource, if any came since the last time. */
  #render(): void {
    if (this.#isRendered) return;
    this.#isRendered = true;
    const known = mergeRules(this.#known).map(({ cidr, ...rule }): ListedRule => {
      return { networks: cidr.canonical, isKnown: true, rule };
    });
    const later = this.#entries.flatMap((entry): ListedRule[] =>
      'later' in entry ? [{ networks: entry.later, isKnown: false, rule: entry.rule }] : [],
    );
    this.#listRules.give([...known, ...later]);
  }

  #findProblems(): string[] {
    const problems = this.#entries.flatMap((entry) => ('problem' in entry ? [entry.problem] : []));
    const isComplete = this.#entries.every(
      (entry) => 'known' in entry || ('later' in entry && entry.rule.action === 'deny'),
    );
    if (problems.length === 0 && isComplete && this.#entries.length > 0 && admitsNothing(this.#known)) {
      const hasAllow = this.#known.some(({ action }) => action === 'allow');
      problems.push(
        hasAllow
          ? 'admits nobody, because its deny rules match every address that it allows, expected at least one address that is only allowed'
          : 'has deny rules only, so it admits nobody, expected at least one allow rule. For denies that are attached together with other policies use IpPolicy and IpPolicyRules',
      );
    }
    return problems.map((problem) => `${this.node.path}: ${problem}`);
  }

  #warn(): void {
    this.#render();
    const mayAllowMore = this.#entries.some((entry) => 'later' in entry && entry.rule.action === 'allow');
    for (const [what, warning] of findWarnings(this.#known, this.#entries.length)) {
      // A deny matters if a network that only Terraform knows is allowed around it.
      const isKnown = what !== 'idle' || !mayAllowMore;
      if (isKnown && !this.#expected.includes(what)) addOnce(this, 'warning', warning);
    }
  }
}

function toNamed(networks: Networks, name = ''): NamedNetworks {
  if (typeof networks === 'string') return { name, cidrs: [networks] };
  if (isList(networks)) return { name, cidrs: networks };
  return name === '' ? networks : { ...networks, name };
}

function isList(networks: readonly string[] | NamedNetworks): networks is readonly string[] {
  return Array.isArray(networks);
}

function entryOf(text: string, action: 'allow' | 'deny', about: Omit<IpPolicyRulesRule, 'action'>): Entry {
  if (!isResolvedString(text)) return { later: text, rule: { action, ...about } };
  const cidr = parseCidr(text);
  if ('problem' in cidr) return { problem: `${action}: '${text}' ${cidr.problem}, expected ${cidr.expected}` };
  return { known: { cidr, action, ...about } };
}

const whyIdle: Readonly<Record<RedundancyReason, string>> = {
  duplicate: 'stand there twice',
  covered: 'lie within networks of the same action',
  shadowed: 'are denied as a whole, and a deny always wins',
  idle: 'are denied, but nothing in the list allows any of their addresses',
};

function findWarnings(rules: readonly DescribedRule[], entries: number): [AllowListWarning, string][] {
  const warnings: [AllowListWarning, string][] = [];
  if (entries === 0) warnings.push(['empty', 'The list has no rules, so it admits nobody.']);
  const idle = findRedundantRules(rules);
  for (const [why, reason] of Object.entries(whyIdle) as [RedundancyReason, string][]) {
    const found = idle.filter((each) => each.why === why);
    if (found.length === 0) continue;
    const shown = found.map(({ rule, because }) => `${shownRule(rule)}${because ? ` (${shownRule(because)})` : ''}`);
    warnings.push([why, `Rules that never matter, because they ${reason}: ${clipped(shown)}.`]);
  }
  const inside = rules.filter(({ cidr, action }) => action === 'allow' && findPrivateNetwork(cidr));
  if (inside.length > 0) {
    const shown = inside.map((rule) => `${shownRule(rule)} (${findPrivateNetwork(rule.cidr)?.source ?? ''})`);
    warnings.push([
      'private',
      `Private networks are allowed, whose addresses never reach the service from the internet: ${clipped(shown)}. Allow the public addresses that they appear from.`,
    ]);
  }
  const open = familiesOpenToAll(rules);
  if (open.length > 0) {
    const families = open.map((family) => (family === 'ipv4' ? 'IPv4' : 'IPv6')).join(' and ');
    warnings.push(['open', `The list allows every ${families} address that it does not deny.`]);
  }
  return warnings;
}

function shownRule({ cidr, description }: { readonly cidr: Cidr; readonly description?: string }): string {
  return description ? `${cidr.canonical} '${description}'` : cidr.canonical;
}
