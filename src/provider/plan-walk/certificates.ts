/**
 * Warns of a domain that gets a name or a certificate, if the certificate is not valid for the name. Only certificates
 * are known that have an id and that this provider has read or planned before the domain.
 */
import { KINDS, tryFindKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { formatProblem } from '../../model/problem';
import { endSentence } from '../../model/text';
import {
  type CertificateReference,
  findChain,
  findUncovered,
  listCertificateReferences,
} from '../../model/validation/validate-certificate';
import type { ObjectValue } from '../../values/cty-value';
import type { ProviderDiagnostic } from '../protocol/diagnostic';

export interface PlanCertificates {
  /** Call it after each refresh, and before `check` of a plan. Null, for no object, is ignored. */
  note(type: string, values: ObjectValue | null): void;
  check(type: string, prior: ObjectValue | null, planned: ObjectValue): ProviderDiagnostic[];
}

/** By name of the kind. Of a kind with two such attributes only the first would be checked. */
const REFERENCES: ReadonlyMap<string, CertificateReference> = new Map(
  KINDS.flatMap(({ name, attributes }) => {
    const [reference] = listCertificateReferences(attributes);
    return reference ? [[name, reference] as const] : [];
  }),
);

const TARGETS = new Set([...REFERENCES.values()].map(({ target }) => target));

export function createPlanCertificates(): PlanCertificates {
  const chains = new Map<string, string | undefined>();

  return {
    note(type, values) {
      const kind = tryFindKind(parseKindName(type) ?? '');
      if (!values || !kind || !TARGETS.has(kind.name)) return;
      if (typeof values['id'] === 'string') chains.set(values['id'], findChain(kind, values));
    },
    check(type, prior, planned) {
      const reference = REFERENCES.get(parseKindName(type) ?? '');
      if (!reference) return [];
      const { attribute, hostAttribute } = reference;
      const { [attribute]: id, [hostAttribute]: host } = planned;
      if (typeof id !== 'string' || typeof host !== 'string') return [];
      if (prior?.[attribute] === id && prior[hostAttribute] === host) return [];
      const chain = chains.get(id);
      const problem = chain === undefined ? undefined : findUncovered(reference, host, chain);
      if (!problem) return [];
      const detail = endSentence(formatProblem(problem));
      return [{ severity: 'warning', summary: 'Certificate for other names', detail, path: [attribute] }];
    },
  };
}
