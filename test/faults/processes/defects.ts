/** Defects of processes, put into a copy of the sources on purpose: a campaign that does not find them finds nothing. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { type CopiedTree, copyTree } from '../../support/acceptance/copied-tree';
import type { Seeded, SeededDefect } from '../defects';
import type { Point } from '../report';
import type { StepName } from '../scenario';
import { rehearse, subjects } from './acts';
import { requestMoments, tryRequest } from './requests';
import { serviceInProcess, serviceProcess } from './services';
import { createStage } from './stage';

/** A defect, the point that must find it, and what is built from the copy that has it. */
export interface ProcessDefect extends SeededDefect {
  readonly at: Point & { readonly step: StepName };
  readonly builds: 'provider' | 'command';
}

const create = { slice: 'ip_policy', step: 'create' } as const;
const made = 'POST /ip_policies #1, done, no response';

/** All of them. */
export const PROCESS_DEFECTS: readonly ProcessDefect[] = [
  {
    name: 'a provider whose Terraform is gone stays',
    file: 'src/plugin/process/shutdown.ts',
    right: '    exit(EXIT_CODE[reason]);',
    wrong: "    if (reason !== 'orphaned') exit(EXIT_CODE[reason]);",
    builds: 'provider',
    at: { ...create, at: made, fault: 'SIGKILL of terraform' },
    symptom: /process \d+ is left after 5 s/,
  },
  {
    name: 'Ctrl-C ends the provider in the middle of a create',
    file: 'src/plugin/serve.ts',
    right: "process.on('SIGINT', () => undefined);",
    wrong: '',
    builds: 'provider',
    at: { ...create, at: made, fault: 'SIGINT' },
    symptom: /the service contains ipp_\w+, which is not declared/,
  },
  {
    name: 'SIGTERM ends the provider in the middle of a create',
    file: 'src/plugin/process/run.ts',
    right: "process.on('SIGTERM', () => void shutDown('terminated'));",
    wrong: "process.on('SIGTERM', () => process.exit(143));",
    builds: 'provider',
    at: { ...create, at: made, fault: 'SIGTERM' },
    symptom: /the service contains ipp_\w+, which is not declared/,
  },
  {
    name: 'the emulator responds before its state file is written',
    file: 'src/emulator/service/objects/changes.ts',
    right: 'const result = await runExclusive(state, work);\n  await state.save?.();',
    wrong: 'const result = await runExclusive(state, work);\n  setTimeout(() => void state.save?.(), 5_000);',
    builds: 'command',
    at: { ...create, at: 'POST /ip_policies #1, response sent', fault: 'SIGKILL of the service' },
    symptom: /it took apply/,
  },
];

/** The defect of that name. Throws if it does not exist. */
export function findProcessDefect(name: string): ProcessDefect {
  const found = PROCESS_DEFECTS.find((defect) => defect.name === name);
  if (!found) throw new Error(`Defect '${name}' does not exist`);
  return found;
}

/** Tries the point that must find the defect on a build that has it; what was said of it, or undefined. */
export async function seedProcess(defect: ProcessDefect): Promise<Seeded> {
  const tree = copyTree();
  try {
    tree.plant(defect);
    const problems = await tryPoint(defect.at, await built(tree, defect.builds));
    return { defect, caught: problems.find((problem) => defect.symptom.test(problem)) };
  } finally {
    tree.remove();
  }
}

/** Executables of the copy, where they are other ones than the packaged ones. */
interface Builds {
  readonly provider?: string;
  readonly command?: string;
}

async function built(tree: CopiedTree, what: ProcessDefect['builds']): Promise<Builds> {
  if (what === 'provider') {
    await tree.script('scripts/build-provider.ts');
    return { provider: join(tree.folder, 'lib/provider/terraform-provider-netingress') };
  }
  const command = join(tree.folder, 'netingress.js');
  await build({
    entryPoints: [join(tree.folder, 'src/cli/main.ts')],
    outfile: command,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    logLevel: 'error',
  });
  return { command };
}

/** What is wrong after the point. Throws if the point does not exist. */
async function tryPoint(point: ProcessDefect['at'], { provider, command }: Builds): Promise<readonly string[]> {
  const service = command === undefined ? await serviceInProcess() : await serviceProcess(command);
  const stage = await createStage(service, provider === undefined ? {} : { provider });
  try {
    const subject = subjects().find(({ name }) => name === point.slice);
    const acts = subject ? await rehearse(stage, subject, [point.step]) : [];
    const moment = acts
      .flatMap(requestMoments)
      .find(
        ({ act, request, when, broken }) =>
          act.step === point.step && `${request}, ${when}` === point.at && broken.name === point.fault,
      );
    if (!moment) throw new Error(`Point ${point.slice}, ${point.step}, ${point.at}, ${point.fault} does not exist`);
    return (await tryRequest(stage, moment)).outcome.problems;
  } finally {
    await stage.remove();
    await service.close();
  }
}
