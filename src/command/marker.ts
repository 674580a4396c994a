/** Tells the reports of one command apart: each has a comment or issue, which a later run replaces. */

import { join, relative, resolve, sep } from 'node:path';
import type { MarkerPart } from '../report/markdown';
import { findWorkspace } from '../terraform/read-state';
import type { CliContext } from './context';
import { findRepository } from './find-repository';
import { DEFAULT_SYNTH_FOLDER } from './options';

export interface MarkedOptions {
  readonly accounts?: string | undefined;
  readonly account?: readonly string[] | undefined;
  readonly app?: string | undefined;
  readonly dir?: string | undefined;
  readonly plan?: string | undefined;
  readonly stack?: readonly string[] | undefined;
  readonly state?: readonly string[] | undefined;
  readonly varFile?: readonly string[] | undefined;
}

/**
 * `--dir . --var-file prod.tfvars`, run in the folder infra of a repository, gives dir=infra and
 * var-file=infra/prod.tfvars: paths are those in the repository, so that jobs on other machines and in other folders
 * write equal parts. The app that most repositories have, cdktf.out at their root, needs no part. Standard input is a
 * file of its folder, infra/-. Values of `--var` are left out, because they may be secret.
 */
export function listMarkerParts({ cwd, env }: CliContext, options: MarkedOptions): MarkerPart[] {
  const root = findRepository(cwd) ?? cwd;
  const toParts = (option: string, paths: readonly (string | undefined)[]): MarkerPart[] =>
    paths.flatMap((path) =>
      path === undefined ? [] : [[option, relative(root, resolve(cwd, path)).split(sep).join('/') || '.']],
    );
  const { accounts, account = [], app, dir, plan, stack, state = [], varFile = [] } = options;
  // `stack` is undefined for a command without --stack, such as `access check`: without --app it reads no app.
  const readsDefaultApp = stack !== undefined && accounts === undefined && dir === undefined && state.length === 0;
  const isAtRoot = (folder: string): boolean => resolve(cwd, folder) === join(root, DEFAULT_SYNTH_FOLDER);
  const folder = app ?? (readsDefaultApp ? DEFAULT_SYNTH_FOLDER : undefined);
  const workspace = dir === undefined ? 'default' : findWorkspace(resolve(cwd, dir), env);
  return [
    ...toParts('accounts', [accounts]),
    ...account.map((name): MarkerPart => ['account', name]),
    ...toParts('app', folder === undefined || isAtRoot(folder) ? [] : [folder]),
    ...toParts('dir', [dir]),
    ...(workspace === 'default' ? [] : [['workspace', workspace] as const]),
    ...toParts('plan', [plan]),
    ...(stack ?? []).map((name): MarkerPart => ['stack', name]),
    ...toParts('state', state),
    ...toParts('var-file', varFile),
  ];
}
