import { dirname } from 'node:path';
import { toSentence } from '../../model/text';
import { synthCommand } from '../../terraform/find-cdktf-library';
import { findPathProblem, readStackNames } from '../../terraform/read-configuration';
import type { Words } from '../../values/words';
import { CliError } from '../context';

export interface StateSources {
  /** Folder that `cdktf synth` wrote, absolute. */
  readonly app?: string | undefined;
  /** Folder of Terraform, absolute. */
  readonly dir?: string | undefined;
  /** The selected stacks of the app; empty for all. */
  readonly stacks?: readonly string[];
  /** State files, absolute. */
  readonly states?: readonly string[];
}

interface MissingSource {
  /** `the folder /accounts/staging does not exist`. */
  readonly problem: Words;
  readonly advice: Words;
}

/**
 * Finds what an entry of the accounts file names and is missing: an app without a manifest, a stack that the manifest
 * lacks, and a folder or state file that does not exist or cannot be read. Throws if a manifest cannot be read.
 */
export async function listMissingSources(sources: StateSources): Promise<readonly MissingSource[]> {
  const { app, dir, stacks = [], states = [] } = sources;
  const synthesized = app === undefined ? [] : await readStackNames(app);
  const unknown = stacks.filter((wanted) => !synthesized?.includes(wanted));
  const missing = (problem: Words, member: string, advice = ''): MissingSource => ({
    problem,
    advice: `${advice}Correct ${member} of the account in the accounts file.`,
  });
  const unreadable = async (what: string, path: string, member: string): Promise<MissingSource[]> => {
    const found = await findPathProblem(path);
    return found ? [missing(`the ${what} ${path} ${found.problem}`, member)] : [];
  };
  return [
    ...(app === undefined || synthesized
      ? []
      : [missing(`${app} has no synthesized configuration`, 'app', `Run ${synthCommand(dirname(app))}. `)]),
    ...(synthesized ? unknown.map((name) => missing(`${app} has no stack ${name}`, 'stacks')) : []),
    ...(dir === undefined ? [] : await unreadable('folder', dir, 'dir')),
    ...(await Promise.all(states.map((file) => unreadable('state file', file, 'states')))).flat(),
  ];
}

export async function expectSources(sources: StateSources): Promise<void> {
  const missing = await listMissingSources(sources);
  if (missing.length === 0) return;
  throw new CliError(missing.map(({ problem, advice }) => `${toSentence(problem)} ${advice}`).join(' '));
}
