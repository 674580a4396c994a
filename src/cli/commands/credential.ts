import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { ApiError } from '../../client';
import { credentialRotate, ROTATED_KINDS, type RotatedKind } from '../../model/actions';
import { encryptJwe } from '../../model/formats/jwe';
import { parseSealingKey, type SealingKey } from '../../model/formats/sealing-key';
import type { JsonObject } from '../../model/json';
import { type RotationResult, rotateCredential } from '../../model/rotation/rotate-credential';
import { formatCount } from '../../model/text';
import { checkValues } from '../../model/validation/validate';
import { withCommandClient } from '../command-client';
import { type CliContext, CliError, EXIT } from '../context';
import { collect } from '../options';
import { replacePrivateFile } from '../output-file';
import { readInput } from '../read-input';

interface Options {
  readonly type: RotatedKind;
  readonly output: string;
  readonly description?: string;
  readonly acl: readonly string[];
  readonly sealedFor?: string;
  readonly format: 'text' | 'json';
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  netingress credential rotate ci --output ci.token
  netingress credential rotate ci --sealed-for id_ecdsa.pub --output ci.jwe && netingress unseal --key id_ecdsa < ci.jwe
  netingress credential rotate agents --type tunnel_credential --acl 'bind:*.example.com' --output agents.token

Creates a new credential, writes its token to the file, and deletes the credentials that the previous rotation replaced.
The previous credential remains valid until the next rotation: consumers have that long to read the file again.
The metadata of the credentials contains the name of the rotation; no other credential is changed. Only the file contains
the token. Exit status: 0 done, 1 error, 3 an earlier credential cannot be deleted.
`;

export function credentialCommand(context: CliContext): Command {
  return new Command('credential')
    .description('Credentials that are rotated without an outage, and that are not resources of Terraform.')
    .addHelpText('after', EXAMPLES)
    .addCommand(
      new Command('rotate')
        .description('Replaces a credential. The previous one remains valid until the next rotation.')
        .argument('<name>', 'name of the rotation')
        .addOption(new Option('--type <type>', 'type of the credential').choices(ROTATED_KINDS).default('api_key'))
        .requiredOption('--out, --output <file>', 'file for the token, which only its owner can read')
        .option('--sealed-for <file>', 'file with the public key for which the token is encrypted')
        .option('--description <text>', 'description of the new credential (default: the name)')
        .option('--acl <rule>', 'allowed binding of a tunnel credential; repeatable', collect, [])
        .addOption(new Option('--format <format>', 'format of the result').choices(['text', 'json']).default('text'))
        .option('--json', 'same as --format json')
        .addHelpText('after', EXAMPLES)
        .action((name: string, options: Options) => runRotate(context, name, options)),
    );
}

async function runRotate(context: CliContext, name: string, options: Options): Promise<void> {
  const { type: kind, description, acl, output } = options;
  validateOptions(name, options);
  const key = options.sealedFor === undefined ? undefined : await readSealingKey(context, options.sealedFor);
  const handOver = async (token: string): Promise<void> => {
    const text = key ? await encryptJwe(token, key) : token;
    await replacePrivateFile(resolve(context.cwd, output), `${text}\n`).catch((error: Error) => {
      throw new CliError(
        `Cannot write the token to ${output}: ${error.message}. The credential of the previous rotation is still valid.`,
      );
    });
  };
  await withCommandClient(context, async ({ client }) => {
    const rotation = { kind, name, description, ...(acl.length > 0 && { acl }) };
    const result = await rotateCredential(client, rotation, { handOver, report: context.printError }).catch(
      (caught: unknown) => {
        if (!(caught instanceof ApiError)) throw caught;
        throw new CliError(
          `Cannot rotate '${name}': ${caught.message} The credential of the previous rotation is still valid. Run the command again.`,
        );
      },
    );
    const failed = result.failed.map(({ id, caught }) => ({ id, message: client.toServiceError(caught).message }));
    const isJson = options.json === true || options.format === 'json';
    context.print(isJson ? JSON.stringify(toJson(result, failed), null, 2) : describeResult(result));
    if (failed.length > 0)
      throw new CliError(
        `Cannot delete ${formatCount(failed.length, 'earlier credential')}: ${failed[0]?.message ?? ''} The next rotation tries again.`,
        EXIT.incomplete,
      );
  });
}

/** By the rules of the action. */
function validateOptions(name: string, { type, description, acl }: Options): void {
  if (acl.length > 0 && type === 'api_key')
    throw new CliError('Cannot use --acl with an API key; expected --type tunnel_credential.');
  const values = { name, type, file: '-', description: description ?? null, acl: acl.length > 0 ? [...acl] : null };
  const [problem] = checkValues(credentialRotate, values);
  if (problem) throw new CliError(`${String(problem.path[0])} ${problem.problem}; expected ${problem.expected}.`);
}

async function readSealingKey(context: CliContext, file: string): Promise<SealingKey> {
  const parsed = parseSealingKey(await readInput(context, file, 'the public key'));
  if ('problem' in parsed)
    throw new CliError(
      `The key of ${file} ${parsed.problem}; expected an RSA or P-256 public key as PEM, JWK or OpenSSH line.`,
    );
  return parsed;
}

function describeResult({ id, number, kept }: RotationResult): string {
  const earlier = kept.length > 0 ? ` ${kept.join(', ')} valid until the next rotation.` : '';
  return `Rotated: ${id} is the current credential, rotation ${number}.${earlier}`;
}

function toJson(
  { id, number, kept, deleted }: RotationResult,
  failed: readonly { readonly id: string; readonly message: string }[],
): JsonObject {
  return { id, number, kept: [...kept], deleted: [...deleted], failed: failed.map((each) => ({ ...each })) };
}
