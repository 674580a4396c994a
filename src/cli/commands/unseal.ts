import { Command } from 'commander';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { createOption, rejectMultipleStdin } from '../options';
import { inputName, readInput } from '../read-input';
import { PASSPHRASE_VARIABLE, parsePrivateKey, unseal } from '../unseal/unseal';

/** Environment variable with the private key itself, for pipelines that have no file. */
const KEY_VARIABLE = 'NETINGRESS_UNSEAL_KEY';

const EXAMPLES = `
Examples:
  terraform output -raw sealed_token | netingress unseal --key ~/.ssh/id_ecdsa
  netingress unseal --key key.pem eyJhbGciOiJFQ0RILUVTIiwi...

The key is an RSA or P-256 private key as PEM, JWK or OpenSSH key file. Without --key it is read from
${KEY_VARIABLE}. The passphrase of an encrypted key is read from ${PASSPHRASE_VARIABLE}.
The token is the only text on standard output. ${formatExitHelp({})}
`;

export function unsealCommand(context: CliContext): Command {
  return new Command('unseal')
    .description('Decrypts the `sealed_token` of an API key or tunnel credential with the private key of `sealed_for`.')
    .argument('[jwe]', 'the sealed token; - or nothing means standard input', '-')
    .addOption(createOption('key', { detail: `default: the key in ${KEY_VARIABLE}` }))
    .addHelpText('after', EXAMPLES)
    .action((jwe: string, { key }: { readonly key?: string }) => runUnseal(context, jwe, key));
}

async function runUnseal(context: CliContext, jwe: string, file: string | undefined): Promise<void> {
  rejectMultipleStdin([jwe, file]);
  const { [KEY_VARIABLE]: ownKey, [PASSPHRASE_VARIABLE]: passphrase } = context.env;
  if (file === undefined && !ownKey)
    throw new CliError(`No private key; expected --key FILE, or the key itself in ${KEY_VARIABLE}.`);
  const text = file === undefined ? String(ownKey) : await readInput(context, file, 'the private key');
  const key = parsePrivateKey(text, passphrase || undefined, file === undefined ? KEY_VARIABLE : inputName(file));
  const input = jwe === '-' ? await readInput(context, '-', 'the sealed token') : jwe;
  context.print(await unseal(input, key));
}
