import { compileSelector } from '../../../model/cel/filters';
import { formatConditionProblem } from '../../../model/cel/vocabulary';
import { parsePem } from '../../../model/formats/pem';
import { isJsonObject, type Json, type JsonObject } from '../../../values/json';
import { getCertificateAuthority } from '../../crypto/certificate-authority';
import { toPrincipal } from '../state/caller';
import { Refusal } from '../state/refusal';
import type { RequestContext } from '../state/request-context';
import type { StoredObject } from '../state/store';
import { refuseInvalid } from './certificate';
import { getAttributeCodes } from './error-codes';
import type { KindHooks, PendingObject } from './kind-hooks';

const { invalid: SELECTOR_CODE } = getAttributeCodes('kubernetes_operator', 'binding.endpoint_selectors');

/** Made up. */
const INGRESS_ENDPOINT = 'kubernetes-binding-ingress.ingress.example:443';
/** The public service returns a zeroed certificate instead of null: docs/internals/gaps.md sections 0 and 2.5. */
const ZERO_TIME = '0001-01-01T00:00:00Z';

export const kubernetesOperator: KindHooks = {
  // The service also registers operators without a certificate request; they have no certificate.
  optionalOnCreate: ['binding.csr'],
  validate(_context, values) {
    for (const selector of listSelectors(values)) compileSelectorOrRefuse(selector);
  },
  async computeService(context, pending, before) {
    const { id } = toPrincipal(context.caller, context.origin, context.account.id);
    const principal = before?.service['principal'] ?? { id, uri: '' };
    if (!hasBindings(pending.values)) return { principal };
    const cert = await getOrIssueCertificate(context, pending, before);
    return { principal, binding: { cert, ingress_endpoint: INGRESS_ENDPOINT } };
  },
  render({ state }, { values, service }, body) {
    const isZeroed = state.profile.name === 'ngrok';
    if (!hasBindings(values)) {
      return { ...body, binding: isZeroed ? { cert: ZERO_CERTIFICATE, endpoint_selectors: null } : null };
    }
    const computed = isJsonObject(service['binding']) ? service['binding'] : {};
    const rendered = isJsonObject(body['binding']) ? body['binding'] : { endpoint_selectors: [], ...computed };
    return { ...body, binding: { ...rendered, cert: rendered['cert'] ?? (isZeroed ? ZERO_CERTIFICATE : null) } };
  },
};

const ZERO_CERTIFICATE: JsonObject = { cert: '', not_before: ZERO_TIME, not_after: ZERO_TIME };

export function listSelectors(values: JsonObject): readonly string[] {
  const binding = values['binding'];
  const selectors = isJsonObject(binding) ? binding['endpoint_selectors'] : undefined;
  return Array.isArray(selectors) ? (selectors as readonly string[]) : [];
}

export type SelectorTest = (lookUp: (path: string) => unknown) => boolean;

export function compileSelectorOrRefuse(selector: string): SelectorTest {
  const compiled = compileSelector(selector);
  if ('test' in compiled) return compiled.test;
  throw new Refusal(
    400,
    SELECTOR_CODE,
    `The endpoint selector '${selector}' ${formatConditionProblem(compiled.problem)}.`,
  );
}

function hasBindings({ enabled_features: features }: JsonObject): boolean {
  return Array.isArray(features) && features.includes('bindings');
}

async function getOrIssueCertificate(
  { state }: RequestContext,
  { id, values, updatedAt }: PendingObject,
  before: StoredObject | undefined,
): Promise<Json> {
  const csr = getCsr(values);
  const earlier = before?.service['binding'];
  // An operator registered without a request, or one of an account copy: no response contains the request.
  if (csr === undefined) return (isJsonObject(earlier) && earlier['cert']) || null;
  if (isJsonObject(earlier) && earlier['cert'] && isSameRequest(csr, getCsr(before?.values ?? {})))
    return earlier['cert'];
  const authority = await getCertificateAuthority(state);
  const issued = authority.issue(csr, id, updatedAt);
  return { ...(await refuseInvalid(issued, 19001, 'binding.csr cannot be signed')) };
}

function getCsr({ binding }: JsonObject): string | undefined {
  const csr = isJsonObject(binding) ? binding['csr'] : undefined;
  return typeof csr === 'string' ? csr : undefined;
}

function isSameRequest(csr: string, before: string | undefined): boolean {
  const [current, previous] = [parsePem(csr)[0], parsePem(before ?? '')[0]];
  return current !== undefined && previous !== undefined && current.der.equals(previous.der);
}
