/**
 * The pipeline files of `examples/ci` that `netingress ci init` writes unchanged, and what to set for them. The
 * package.json of that folder is not one of them: an app has its own.
 */

import { join } from 'node:path';
import { findPackage } from '../terraform/npm-package';
import type { Words } from '../values/words';

interface PipelineHost {
  /** Files below `examples/ci` by their path in the repository of the app: `.gitlab-ci.yml` -> `gitlab-ci.yml`. */
  readonly files: Readonly<Record<string, string>>;
  /** What to do if the app is not in TypeScript. */
  readonly otherLanguage: Words;
  readonly next: readonly Words[];
}

const GITHUB_WORKFLOWS = ['preview', 'deploy', 'drift', 'reap', 'feeds'] as const;

const STACKS = 'Replace staging and production in the files by the names of your stacks.';
const GATES =
  'Give preview what must hold, such as --must-admit 203.0.113.0/24: without a gate, it accepts a change that shuts an office out.';
const LOCK = 'Commit package.json and package-lock.json: the jobs run npm ci.';
const STATE =
  'Store the state of each stack in a backend: a file is lost with the machine, and the next deployment creates everything again.';
const ACCOUNT =
  'Set account_object in the provider block (npx netingress doctor prints it): otherwise the key of a wrong account deploys to it.';
const REPLACE_SYNTH =
  'Replace the line with npx tsx main.ts in the file by the command that synthesizes your app, such as npx cdktf synth, and install its language beside Node.';
const EVERYWHERE = [LOCK, STATE, ACCOUNT, GATES];

export const PIPELINE_HOSTS = {
  github: {
    files: Object.fromEntries(
      GITHUB_WORKFLOWS.map((name) => [`.github/workflows/${name}.yml`, `workflows/${name}.yml`]),
    ),
    otherLanguage:
      'Give the action the input synthesize with the command that synthesizes your app, such as npx cdktf synth, in preview.yml, deploy.yml and drift.yml.',
    next: [
      STACKS,
      'Replace netingress/netingress by the repository from which your organization uses the action.',
      ...EVERYWHERE,
      'Create the environments staging, which deploys, staging-plan, which previews and checks drift, and staging-reap, which',
      'ends access, and the same for production. Give each:',
      '  variable NETINGRESS_BASE_URL  address of the service',
      '  secret NETINGRESS_API_KEY     API key of the account',
      'Give staging and staging-plan, and those of production, also:',
      '  variable STATE_ROLE           AWS role of the state, which trusts the tokens of this repository (OIDC)',
      '  variable STATE_BUCKET         bucket of the state, if main.ts reads it',
      '  secret TERRAFORM_VARIABLES    values of variables, one NAME=VALUE a line',
      'Allow GitHub Actions to create pull requests, or delete feeds.yml.',
    ],
  },
  gitlab: {
    files: { '.gitlab-ci.yml': 'gitlab-ci.yml' },
    otherLanguage: REPLACE_SYNTH,
    next: [
      STACKS,
      ...EVERYWHERE,
      'Create these variables with the scopes staging, which deploys, staging-plan, which previews and checks drift, and',
      'staging-reap, which ends access, and the same for production:',
      '  NETINGRESS_BASE_URL  address of the service',
      '  NETINGRESS_API_KEY   API key of the account, masked',
      'Create these with the scopes staging and staging-plan, and those of production:',
      '  AWS_ROLE_ARN         AWS role of the state, which trusts the tokens of this project (OIDC)',
      '  STATE_BUCKET         bucket of the state, if main.ts reads it',
      '  TF_VAR_...           values of variables',
      'Create GITLAB_TOKEN without a scope: a project access token with the scope api, masked.',
      'Create two pipeline schedules with the variable SCHEDULE: drift every night, reap every 5 minutes.',
    ],
  },
  atlantis: {
    files: { 'atlantis.yaml': 'atlantis.yaml' },
    otherLanguage: REPLACE_SYNTH,
    next: [
      STACKS,
      ...EVERYWHERE,
      'Allow it in the configuration of the server: allow_custom_workflows: true, allowed_overrides: [workflow].',
      'Use an image with Node, npm and Terraform.',
      'Set in the environment of the server:',
      '  NETINGRESS_BASE_URL            address of the service',
      '  NETINGRESS_API_KEY_staging     API key of each account, by the name of its project',
      '  STATE_BUCKET                   bucket of the state, if main.ts reads it',
      '  TF_VAR_...                     values of variables',
      'Let the server assume the AWS role of the state by the identity of its machine, without a static key.',
    ],
  },
} as const satisfies Readonly<Record<string, PipelineHost>>;

export type PipelineHostName = keyof typeof PIPELINE_HOSTS;

export function findPipelineExample(file: string): string {
  return join(findPackage().root, 'examples', 'ci', file);
}
