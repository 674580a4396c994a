import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { type CreatedObject, createObject } from '../emulator/create-object';
import { type TestFolder, useFolder } from '../folder';
import { type RanInProcess, runInProcess, type Surroundings } from './run-in-process';

export interface CommandLine extends TestFolder {
  /** Writes an app as its synth does: for each stack its configuration, in `APP/stacks/NAME`. */
  writeApp(stacks: Readonly<Record<string, object>>, app?: string): Promise<void>;
  run(args: readonly string[], more?: Surroundings): Promise<RanInProcess>;
}

export interface AccountCommandLine extends CommandLine {
  readonly emulator: Emulator;
  readonly url: string;
  /** The variables of a command. A test may change them; `run` uses them. */
  readonly env: Record<string, string>;
  create(path: string, body?: object): Promise<CreatedObject>;
  /** Ends the emulator and starts another one, with a new `url` and `env`. */
  startEmulator(options: EmulatorOptions): Promise<void>;
}

/**
 * Call it at the top of a test file or `describe` block: it registers hooks. Each test has a new folder, unless
 * `forAll`.
 */
export function useCommandLine(options?: Parameters<typeof useFolder>[0]): CommandLine {
  const files = useFolder(options);
  const { read, write } = files;
  return {
    get folder() {
      return files.folder;
    },
    read,
    write,
    async writeApp(stacks, app = 'cdktf.out') {
      const manifest = Object.keys(stacks).map((name) => {
        const workingDirectory = `stacks/${name}`;
        return [name, { name, workingDirectory, synthesizedStackPath: `${workingDirectory}/cdk.tf.json` }] as const;
      });
      await write(`${app}/manifest.json`, { version: '0.21.0', stacks: Object.fromEntries(manifest) });
      for (const [name, stack] of Object.entries(stacks)) await write(`${app}/stacks/${name}/cdk.tf.json`, stack);
    },
    run: (args, more) => runInProcess(args, { cwd: files.folder, ...more }),
  };
}

/** Like {@link useCommandLine}, with a new emulator for each test. */
export function useAccount(options: EmulatorOptions = {}): AccountCommandLine {
  let emulator: Emulator;
  let url = '';
  let env: Record<string, string> = {};
  const listen = async (chosen: EmulatorOptions): Promise<void> => {
    emulator = createEmulator(chosen);
    ({ url } = await emulator.listen());
    env = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: emulator.apiKey };
  };
  beforeEach(() => listen(options));
  afterEach(() => emulator.close());
  // Last, because its folder may have files of the emulator, which ends first.
  const cli = useCommandLine();
  return {
    ...cli,
    get folder() {
      return cli.folder;
    },
    get emulator() {
      return emulator;
    },
    get url() {
      return url;
    },
    get env() {
      return env;
    },
    create: (path, body) => createObject(emulator, path, body),
    async startEmulator(chosen) {
      await emulator.close();
      await listen(chosen);
    },
    run: (args, { env: more, ...others } = {}) => cli.run(args, { env: { ...env, ...more }, ...others }),
  };
}

export interface ResourceInState {
  /** Without `netingress_`. */
  readonly kind: string;
  readonly attributes: object;
  /** `n0`, `n1` and so on by default. */
  readonly name?: string;
  readonly module?: string;
  /** The alias of its provider configuration. */
  readonly alias?: string;
}

/** A state as Terraform writes it. */
export function formatState(objects: readonly ResourceInState[], provider: string = PROVIDER_ADDRESS): string {
  const resources = objects.map(({ kind, attributes, name, module, alias }, index) => ({
    mode: 'managed',
    type: `netingress_${kind}`,
    name: name ?? `n${index}`,
    provider: `provider["${provider}"]${alias === undefined ? '' : `.${alias}`}`,
    instances: [{ attributes }],
    ...(module !== undefined && { module }),
  }));
  return JSON.stringify({ version: 4, terraform_version: '1.11.4', serial: 1, lineage: 'x', resources });
}
