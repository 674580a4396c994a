/** Warns at synth of a certificate of the same app that is not valid for the host name of the construct that refers to it. */
import type { TerraformResource } from 'cdktf';
import type { Attributes } from '../../model/kind';
import { getKind } from '../../model/kinds';
import { camelCase, resourceType } from '../../model/naming';
import { formatProblem } from '../../model/problem';
import { findChain, findUncovered, listCertificateReferences } from '../../model/validation/validate-certificate';
import { findReferred } from '../object-reference';
import { isOverriddenOrIgnored } from '../overrides';
import { readResourceInput } from '../read-resource';
import { isResolvedString } from '../tokens';
import { warnAtSynth } from './warn-at-synth';

export function warnOfCertificateNames(resource: TerraformResource, attributes: Attributes): void {
  const [reference] = listCertificateReferences(attributes);
  if (!reference) return;
  warnAtSynth(resource, () => {
    if (isOverriddenOrIgnored(resource, [reference.attribute, reference.hostAttribute])) return [];
    const [id, host] = [reference.attribute, reference.hostAttribute].map((name) => readResourceInput(resource, name));
    if (typeof id !== 'string' || typeof host !== 'string' || !isResolvedString(host)) return [];
    const target = getKind(reference.target);
    const { resource: named, attribute } = findReferred(id) ?? {};
    if (named?.terraformResourceType !== resourceType(target) || attribute !== 'id') return [];
    const values = Object.fromEntries(
      Object.keys(target.attributes).map((name) => [name, readResourceInput(named, name)]),
    );
    const chain = findChain(target, values);
    if (chain === undefined || !isResolvedString(chain)) return [];
    const problem = findUncovered(reference, host, chain, camelCase);
    return problem
      ? [`${formatProblem({ ...problem, path: [camelCase(reference.attribute)] })} (${named.node.path}).`]
      : [];
  });
}
