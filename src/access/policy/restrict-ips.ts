import { type Cidr, parseCidr } from '../../model/ip/cidr';
import { describeCause } from '../../values/describe-cause';
import { isUnknown, type Known, type KnownJson, Unknown } from '../../values/known';
import type { Words } from '../../values/words';
import { type AddressNetwork, ALWAYS, type Diagram, NEVER } from '../diagram';
import { buildPolicies, listDecisive, listMatchingRules } from '../ip-policy';
import type { Space } from '../space';
import { readConstant } from './conditions/evaluate';
import { defineVariable } from './conditions/symbols';
import { textOf } from './conditions/tree';
import { failureOf } from './configuration';
import { readList, unclearLiteral } from './document';
import { keyOfScope } from './scope';
import { isLiteral, resolveTemplateValue } from './template';
import { type Action, type Ending, enderOf, type Walk } from './walk';

interface Element {
  readonly action: 'allow' | 'deny';
  /** A literal network, or the element for people: `unknown: var.office is known after apply`. */
  readonly of: Cidr | Words;
  /** The cases in which another element than a literal network contains the address. */
  readonly matches: Diagram;
  readonly invalid: Diagram;
}

/** The documents do not say whether a text that is no network is an error of the action: the fact {@link INVALID}. */
export function restrictIps(walk: Walk, action: Action): readonly Ending[] {
  const { space, facts } = walk.scope;
  const { any, or, and, without, not } = space.diagrams;
  const { config } = action;
  const refusal = { kind: 'refused', gets: NEVER, origin: 'restrict-ips', by: enderOf(walk, action) } as const;
  if (isUnknown(config)) {
    const place = `${keyOfScope(walk.scope)} ${facts.surroundings(['ip_policy_rule'])}`;
    return [{ ...refusal, when: not(space.fact(config, `admits the address ${place}`)) }];
  }
  const elements = (['allow', 'deny'] as const).flatMap((name) => listElements(walk, config[name], name));
  const ids = readIds(space, config['ip_policies']);
  const policies = buildPolicies(space, facts, ids);
  const listed = (name: Element['action']): Diagram => {
    const list = elements.filter(({ action: each }) => each === name);
    // All literal networks at once: a list may have thousands.
    const literals = space.networks(list.flatMap(({ of }) => (typeof of === 'string' ? [] : [of])));
    return or(literals, any(list.map(({ matches }) => matches)));
  };
  const admits = without(or(listed('allow'), policies.allows), or(listed('deny'), policies.denies));
  const invalid = any(elements.map((element) => element.invalid));
  const fails = invalid === NEVER ? NEVER : and(invalid, space.fact(INVALID));
  return [
    failureOf(walk, action, fails),
    {
      ...refusal,
      when: without(buildEnforced(walk, config['enforce']), or(admits, fails)),
      explain: (network) => explainAddress(walk, elements, isUnknown(ids) ? [] : ids, network),
    },
  ];
}

const INVALID = new Unknown({ kind: 'undocumented', gap: 'invalid_network' });

/** The cases in which a refusal ends the request. */
export function buildEnforced({ scope: { space } }: Walk, enforce: KnownJson | undefined): Diagram {
  if (enforce === undefined || enforce === null || enforce === true) return ALWAYS;
  if (enforce === false) return NEVER;
  return space.fact(isUnknown(enforce) ? enforce : unclearLiteral(space, 'enforce', enforce), 'is true');
}

function readIds(space: Space, json: KnownJson | undefined): Known<readonly Known<string>[]> {
  const list = readList(space, json, 'ip_policies');
  if (isUnknown(list)) return list;
  return list.map((id) => (isUnknown(id) || typeof id === 'string' ? id : unclearLiteral(space, 'an IP policy', id)));
}

function listElements(walk: Walk, json: KnownJson | undefined, action: Element['action']): readonly Element[] {
  const list = readList(walk.scope.space, json, action);
  if (isUnknown(list)) return [{ action, of: 'unknown', matches: mayContain(walk, list), invalid: NEVER }];
  return list.map((item): Element => {
    const cidr = typeof item === 'string' && isLiteral(item) ? parseCidr(item) : undefined;
    if (cidr && !('problem' in cidr)) return { action, of: cidr, matches: NEVER, invalid: NEVER };
    const of = isUnknown(item) ? `unknown: ${describeCause(item.cause)}` : String(item);
    return { action, of, ...buildElement(walk, item) };
  });
}

/** `networks`: a list or a text. It may have expressions, so the fact depends on what they read. */
function mayContain({ scope }: Walk, networks: Unknown): Diagram {
  return scope.space.fact(networks, `contains the address ${keyOfScope(scope)}`);
}

function buildElement(walk: Walk, item: KnownJson): Pick<Element, 'matches' | 'invalid'> {
  const { space } = walk.scope;
  if (isUnknown(item)) return { matches: mayContain(walk, item), invalid: NEVER };
  const tree = resolveTemplateValue(walk.scope, item);
  const found = readConstant(tree);
  if (found === undefined) {
    const define = (says: 'contains the address' | 'is no network'): Diagram =>
      defineVariable(space, { key: `${textOf(tree)} ${says}`, tree, says });
    return { matches: define('contains the address'), invalid: define('is no network') };
  }
  const value = String(found);
  const cidr = parseCidr(value);
  if (!('problem' in cidr)) return { matches: space.networks([cidr]), invalid: NEVER };
  const why = new Unknown(
    { kind: 'invalid', what: 'network', value, violation: cidr.violation },
    space.identities.of('network', value),
  );
  return { matches: space.fact(why, 'contains the address'), invalid: ALWAYS };
}

/** `deny 192.0.2.0/25`, for one network that no literal splits. */
function explainAddress(
  walk: Walk,
  elements: readonly Element[],
  ids: readonly Known<string>[],
  network: AddressNetwork,
): Words {
  const { space, facts } = walk.scope;
  const isMatched = (diagram: Diagram): boolean =>
    ![undefined, NEVER].includes(space.diagrams.atNetwork(diagram, network));
  const found = [
    ...elements.flatMap(({ action, of, matches }) => {
      const isText = typeof of === 'string';
      return isMatched(isText ? matches : space.networks([of])) ? [{ action, text: isText ? of : of.canonical }] : [];
    }),
    ...listMatchingRules(facts, ids, (of) => isMatched(space.networks([of]))).flatMap(({ action, network: of }) =>
      isUnknown(action) ? [] : [{ action, text: of.canonical }],
    ),
  ];
  return (
    listDecisive(found)
      .map(({ action, text }) => `${action} ${text}`)
      .join(', ') || 'no network allows it'
  );
}
