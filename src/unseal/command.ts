import { CliError } from '../command/context';
import { defineCommand } from '../command/define-command';
import { inputName, readInput } from '../command/inputs/read-input';
import { EXIT } from '../model/exit-status';
import { decryptSealed, PASSPHRASE_VARIABLE, parsePrivateKey } from './unseal';

/** Environment variable with the private key itself, for pipelines that have no file. */
const KEY_VARIABLE = 'NETINGRESS_UNSEAL_KEY';

export const unseal = defineCommand({
  name: 'unseal',
  about: 'Decrypts the `sealed_token` of an API key or tunnel credential with the private key of `sealed_for`.',
  examples: [
    'terraform output -raw sealed_token | netingress unseal --key key.pem',
    'netingress unseal --key key.pem eyJhbGciOiJFQ0RILUVTIiwi...',
  ],
  details: `The key is an RSA or P-256 private key as PEM or JWK. For an SSH key, convert a copy of its file:
  cp ~/.ssh/id_ecdsa key.pem
  ssh-keygen -p -m PEM -f key.pem

Without --key the key is read from ${KEY_VARIABLE}. The passphrase of an encrypted key is read from ${PASSPHRASE_VARIABLE}.
The token is the only text on standard output.`,
  exit: {},
  args: [{ name: '[jwe]', meaning: 'the sealed token; - or nothing means standard input', isFile: true, default: '-' }],
  options: { key: { detail: `default: the key in ${KEY_VARIABLE}` } },
  async run(context, { options: { key: file }, args: [jwe = '-'] }) {
    const { [KEY_VARIABLE]: ownKey, [PASSPHRASE_VARIABLE]: passphrase } = context.env;
    if (file === undefined && !ownKey)
      throw new CliError(`No private key; expected --key FILE, or the key itself in ${KEY_VARIABLE}.`);
    const text = file === undefined ? String(ownKey) : await readInput(context, file, 'the private key');
    const key = parsePrivateKey(text, passphrase || undefined, file === undefined ? KEY_VARIABLE : inputName(file));
    const input = jwe === '-' ? await readInput(context, '-', 'the sealed token') : jwe;
    return { report: await decryptSealed(input, key), status: EXIT.done };
  },
});
