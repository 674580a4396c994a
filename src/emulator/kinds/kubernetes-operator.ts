import { compileSelector } from '../../model/cel/selector';
import { formatConditionProblem } from '../../model/cel/vocabulary';
import { parsePem } from '../../model/formats/pem';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import { authorityOf } from '../crypto/certificate-authority';
import { principalOf } from '../events/audit';
import { ApiProblem } from '../http/api-problem';
import type { RequestContext } from '../objects/request-context';
import type { Stored } from '../objects/store';
import type { Behaviour, Draft } from './kind-hooks';

/** Ingress endpoint of an operator that names none. */
const ingressEndpoint = 'kubernetes-binding-ingress.ingress.example:443';
const noTime = '0001-01-01T00:00:00Z';

/** Certificates, selectors and the presence of `binding` (gaps.md sections 2.5-4 and 5). */
export const kubernetesOperator: Behaviour = {
  // The service registers an operator without a request too; then it has no certificate.
  waives: ['binding.csr'],
  check(_call, values) {
    for (const selector of selectorsOf(values)) readSelector(selector);
  },
  async make(call, draft, before) {
    const { id } = principalOf(call.caller, call.origin, call.account.id);
    const principal = before?.service['principal'] ?? { id, uri: '' };
    if (!hasBindings(draft.values)) return { principal };
    return {
      principal,
      binding: { cert: await certificateFor(call, draft, before), ingress_endpoint: ingressEndpoint },
    };
  },
  show({ state }, { values, service }, answer) {
    const zeroed = state.profile.name === 'ngrok';
    if (!hasBindings(values)) {
      return { ...answer, binding: zeroed ? { cert: zeroCertificate, endpoint_selectors: null } : null };
    }
    const made = isJsonObject(service['binding']) ? service['binding'] : {};
    const shown = isJsonObject(answer['binding']) ? answer['binding'] : { endpoint_selectors: [], ...made };
    return { ...answer, binding: { ...shown, cert: shown['cert'] ?? (zeroed ? zeroCertificate : null) } };
  },
};

const zeroCertificate: JsonObject = { cert: '', not_before: noTime, not_after: noTime };

/** The endpoint selectors of an operator; none while its bindings are off. */
export function selectorsOf(values: JsonObject): readonly string[] {
  const binding = values['binding'];
  const selectors = isJsonObject(binding) ? binding['endpoint_selectors'] : undefined;
  return Array.isArray(selectors) ? (selectors as readonly string[]) : [];
}

/** Whether an endpoint is selected, given how to look up its members. */
export type Selects = (lookUp: (path: string) => unknown) => boolean;

/** Compiles a selector; refuses an invalid one (19003). */
export function readSelector(selector: string): Selects {
  const compiled = compileSelector(selector);
  if ('test' in compiled) return compiled.test;
  throw new ApiProblem(400, 19003, `The endpoint selector '${selector}' ${formatConditionProblem(compiled.problem)}.`);
}

function hasBindings({ enabled_features: features }: JsonObject): boolean {
  return Array.isArray(features) && features.includes('bindings');
}

/** The same request again keeps its certificate, another one gets a new one (gaps.md 5.1). */
async function certificateFor(
  { state }: RequestContext,
  { id, values, updatedAt }: Draft,
  before: Stored | undefined,
): Promise<Json> {
  const csr = csrOf(values);
  if (csr === undefined) return null;
  const issued = before?.service['binding'];
  if (isJsonObject(issued) && issued['cert'] && isSameRequest(csr, csrOf(before?.values ?? {}))) return issued['cert'];
  return { ...(await (await authorityOf(state)).issue(csr, id, updatedAt)) };
}

function csrOf({ binding }: JsonObject): string | undefined {
  const csr = isJsonObject(binding) ? binding['csr'] : undefined;
  return typeof csr === 'string' ? csr : undefined;
}

function isSameRequest(csr: string, before: string | undefined): boolean {
  const [now, then] = [parsePem(csr)[0], parsePem(before ?? '')[0]];
  return now !== undefined && then !== undefined && now.der.equals(then.der);
}
