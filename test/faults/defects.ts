/** Defects that are put into a copy of the sources on purpose: a campaign that does not find them finds nothing. */
import { copyTree, type Defect } from '../support/acceptance/copied-tree';
import type { Point } from './report';
import { runSlices } from './run-slices';
import type { StepName } from './scenario';

/** A defect, and a point that must find it. */
export interface SeededDefect extends Defect {
  readonly at: Pick<Point, 'slice' | 'fault'> & { readonly step: StepName };
  /** What the campaign must say. */
  readonly symptom: RegExp;
}

/** All of them. */
export const DEFECTS: readonly SeededDefect[] = [
  {
    name: 'a create whose response was lost is repeated without a look-up',
    file: 'src/provider/resources/object/recover-lost-create.ts',
    right: 'await session.createLock.lookUp(kind.name, () => recoverLostCreate(create, failure))',
    wrong: '(undefined as CreatedObject | undefined)',
    at: { slice: 'ip_policy', step: 'create', fault: 'reset after' },
    symptom: /the service contains an undeclared object: ipp_/,
  },
  {
    name: 'a POST is sent again like any other request',
    file: 'src/client/rate-limit/retry-policy.ts',
    right: "if (method === 'POST' && error.deliveryStatus !== 'no') return undefined;",
    wrong: '',
    at: { slice: 'ip_policy', step: 'create', fault: 'timeout after' },
    symptom: /the service contains an undeclared object: ipp_/,
  },
  {
    name: 'an object that a list lacks is taken for gone',
    file: 'src/provider/service/read-pool.ts',
    right: 'else await getIndividually();',
    wrong:
      "else for (const { reject } of pending.splice(0)) reject(Object.assign(new Error(), { name: 'ApiError', sideEffect: 'no_effect', notFound: true }));",
    at: { slice: 'ip_policy', step: 'read', fault: 'another object' },
    symptom: /the service contains an undeclared object: ipp_/,
  },
  {
    name: 'a 500 means that the object is gone',
    file: 'src/client/errors/response-error.ts',
    right: 'status === 404 && request.id !== undefined',
    wrong: 'status >= 404 && request.id !== undefined',
    at: { slice: 'ip_policy', step: 'delete', fault: '500' },
    symptom: /the service contains an undeclared object: ipp_/,
  },
  {
    name: 'a delete that failed counts as done',
    file: 'src/provider/resources/object/index.ts',
    right: 'if (!failure.notFound) {',
    wrong: 'if (failure.status === 403) {',
    at: { slice: 'ip_policy', step: 'delete', fault: 'HTML' },
    symptom: /the service contains an undeclared object: ipp_/,
  },
  {
    name: 'an error quotes the headers of its request',
    file: 'src/client/send.ts',
    right: 'return { error: responseError(request, response), retryAfter };',
    wrong:
      'return { error: responseError(request, response).withHint(JSON.stringify(context.settings.headers)), retryAfter };',
    at: { slice: 'ip_policy', step: 'update', fault: '500' },
    symptom: /an output contains the secret/,
  },
  {
    name: 'an error does not say which object it is about',
    file: 'src/provider/protocol/messages.ts',
    right: "const message = failure.message.endsWith('.') ? failure.message",
    wrong: "const message = failure.message.endsWith('.') ? failure.message.replace(/^.*?:/, '')",
    at: { slice: 'ip_policy', step: 'delete', fault: '500' },
    symptom: /the error does not name ipp_/,
  },
];

/** The defect of that name. Throws if it does not exist. */
export function findDefect(name: string): SeededDefect {
  const found = DEFECTS.find((defect) => defect.name === name);
  if (!found) throw new Error(`Defect '${name}' does not exist`);
  return found;
}

/** What became of a defect. */
export interface Seeded {
  readonly defect: SeededDefect;
  /** What the campaign reports about it; undefined if nothing. */
  readonly caught: string | undefined;
}

/** Runs the point that must find the defect in a copy of the sources that has it. */
export async function seed(defect: SeededDefect): Promise<Seeded> {
  const tree = copyTree('test/faults', 'test/support', 'test/fixtures', 'bench/harness.ts');
  try {
    tree.plant(defect);
    const { slice, step, fault } = defect.at;
    const { tried, missing } = await runSlices({
      root: tree.folder,
      slices: [slice],
      steps: [step],
      faults: [fault],
      workers: 1,
    });
    // A copy that does not run at all has found nothing.
    if (missing.length > 0) throw new Error(`With the defect '${defect.name}' ${missing.join('; ')}`);
    const said = tried.flatMap(({ outcome }) => outcome.problems);
    return { defect, caught: said.find((problem) => defect.symptom.test(problem)) };
  } finally {
    tree.remove();
  }
}
