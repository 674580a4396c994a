/** Arguments of Terraform in environment variables, which the preview and the deployment may use differently. Pure. */
import { isDeepStrictEqual } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

/** Terraform puts the arguments of `TF_CLI_ARGS` behind those of `TF_CLI_ARGS_plan`, so the last ones win. */
export function joinPlanArguments(environment: Environment): string {
  return [environment['TF_CLI_ARGS_plan'], environment['TF_CLI_ARGS']].filter(Boolean).join(' ');
}

interface Argument {
  /** Such as `-var-file`. Values may be secrets. */
  readonly name: string;
  readonly value: string | undefined;
}

export interface OtherArguments {
  /** What the deployment gets from the environment and the preview does not use, or the reverse, as sentences. */
  readonly notPreviewed: readonly string[];
  /** What the preview uses, and a deployment only if it applies the file of a plan: sentences without a full stop. */
  readonly assumed: readonly string[];
}

/**
 * The preview uses `TF_CLI_ARGS` and `TF_CLI_ARGS_plan`. The deployment of a stack of an app (`isSynthesized`) uses
 * `TF_CLI_ARGS` and `TF_CLI_ARGS_apply`: `cdktf deploy` and `cdktn deploy` run `terraform apply` without the file of a
 * plan. A folder of HCL with arguments for `plan` only is assumed to be deployed by `terraform plan -out FILE` and
 * `terraform apply FILE`.
 */
export function findOtherArguments(environment: Environment, isSynthesized: boolean): OtherArguments {
  const parse = (variable: string): Argument[] =>
    parseArguments(environment[variable] ?? '').filter(({ name }) => !HARMLESS.includes(name));
  const unused = ['TF_CLI_ARGS', 'TF_CLI_ARGS_plan', 'TF_CLI_ARGS_apply'].flatMap((variable) =>
    listNames(parse(variable).filter(isOfState)).map((name) => `${name} of ${variable}`),
  );
  const [plan, apply] = ['TF_CLI_ARGS_plan', 'TF_CLI_ARGS_apply'].map((variable) =>
    parse(variable).filter((each) => !isOfState(each)),
  ) as [Argument[], Argument[]];
  const differing = isDeepStrictEqual(plan, apply)
    ? []
    : listNames([
        ...plan.filter((each) => !apply.some((other) => isDeepStrictEqual(each, other))),
        ...apply.filter((each) => !plan.some((other) => isDeepStrictEqual(each, other))),
        ...plan.filter(({ name }) => VARIABLES.includes(name)),
      ]);
  const isPlanOnly = apply.length === 0 && !isSynthesized;
  return {
    notPreviewed: [
      ...(unused.length > 0
        ? [`The preview does not use ${unused.join(', ')}. Remove the argument; a backend selects the state.`]
        : []),
      ...(differing.length > 0 && !isPlanOnly
        ? [
            `TF_CLI_ARGS_plan and TF_CLI_ARGS_apply differ in ${differing.join(', ')}: the preview uses the first, and terraform apply the second. Give both the same arguments in the same order${isSynthesized ? '' : ', or give them to the plan only, and apply its file'}.`,
          ]
        : []),
    ],
    assumed:
      differing.length > 0 && isPlanOnly
        ? [`A deployment without the file of a plan: it does not use ${differing.join(', ')} of TF_CLI_ARGS_plan`]
        : [],
  };
}

function isOfState({ name }: Argument): boolean {
  return UNUSED.includes(name);
}

/** Arguments that change neither what is planned nor where the state is. */
const HARMLESS: readonly string[] = [
  '-auto-approve',
  '-backup',
  '-compact-warnings',
  '-concise',
  '-detailed-exitcode',
  '-input',
  '-json',
  '-lock',
  '-lock-timeout',
  '-no-color',
  '-out',
  '-parallelism',
  '-show-sensitive',
];

/** Arguments for the state, of which the preview has its own. */
const UNUSED: readonly string[] = ['-state', '-state-out'];

/** Arguments that set variables: the last value of a variable counts, so their order matters. */
const VARIABLES: readonly string[] = ['-var', '-var-file'];

/** Arguments whose value may be the next word. */
const WITH_VALUE: readonly string[] = [
  ...UNUSED,
  ...VARIABLES,
  ...['-backup', '-exclude', '-generate-config-out', '-lock-timeout', '-out', '-parallelism', '-replace', '-target'],
];

function parseArguments(text: string): Argument[] {
  const words = splitWords(text);
  const parsed: Argument[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    const [, name, assigned] = /^--?([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) parsed.push({ name: 'an argument without a name', value: word });
    else if (assigned === undefined && WITH_VALUE.includes(`-${name}`)) {
      index += 1;
      parsed.push({ name: `-${name}`, value: words[index] });
    } else parsed.push({ name: `-${name}`, value: assigned });
  }
  return parsed;
}

/** `-var 'a=b c'` -> `-var`, `a=b c`. Between double quotes, unlike in a shell, `\` quotes any character. */
function splitWords(text: string): string[] {
  const words = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?|\\$)+/gs) ?? [];
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"?|'([^']*)'?|\\(.)/gs, (_, double?: string, single?: string, escaped?: string) =>
      double === undefined ? (single ?? escaped ?? '') : double.replace(/\\(.)/gs, '$1'),
    ),
  );
}

function listNames(found: readonly Argument[]): string[] {
  return [...new Set(found.map(({ name }) => name))];
}
