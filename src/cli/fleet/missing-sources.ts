/** What an entry of the accounts file names, and does not exist. */
import { existsSync } from 'node:fs';
import { readSynthesizedStacks } from '../../terraform/read-configuration';
import { CliError } from '../context';

/** Where the configuration and the states of an account of `--accounts` are. What it names must exist. */
export interface StateSources {
  /** Folder that `cdktf synth` wrote, absolute. */
  readonly app?: string | undefined;
  /** Folder of Terraform, absolute. */
  readonly dir?: string | undefined;
  /** Only these stacks of the app; empty for all. */
  readonly stacks?: readonly string[];
  /** State files, absolute. */
  readonly states?: readonly string[];
}

interface MissingSource {
  /** `the folder /accounts/staging does not exist`. */
  readonly problem: string;
  readonly advice: string;
}

export async function listMissingSources(sources: StateSources): Promise<readonly MissingSource[]> {
  const { app, dir, stacks = [], states = [] } = sources;
  const synthesized = app === undefined ? [] : await readSynthesizedStacks(app);
  const unknown = stacks.filter((wanted) => !synthesized?.some(({ name }) => name === wanted));
  const missing = (problem: string, member: string, advice = ''): MissingSource => ({
    problem,
    advice: `${advice}Correct ${member} of the account in the accounts file.`,
  });
  return [
    ...(synthesized ? [] : [missing(`${app} has no synthesized configuration`, 'app', 'Run `cdktf synth`. ')]),
    ...(synthesized ? unknown.map((name) => missing(`${app} has no stack ${name}`, 'stacks')) : []),
    ...(dir === undefined || existsSync(dir) ? [] : [missing(`the folder ${dir} does not exist`, 'dir')]),
    ...states
      .filter((file) => !existsSync(file))
      .map((file) => missing(`the state file ${file} does not exist`, 'states')),
  ];
}

/** Rejects an entry before its account is read. */
export async function expectSources(sources: StateSources): Promise<void> {
  const missing = await listMissingSources(sources);
  if (missing.length === 0) return;
  const sentences = missing.map(({ problem, advice }) => `${problem[0]?.toUpperCase()}${problem.slice(1)}. ${advice}`);
  throw new CliError(sentences.join(' '));
}
