import { OtherAccountError } from '../account/identity';
import { expectAccountObject } from '../account/open-account';
import { ApiError, type Client, type ClientOptions, createClient, type OnEvent } from '../client';
import { EXIT } from '../model/exit-status';
import { isAccountSetting, nameSetting, PROVIDER_ATTRIBUTES } from '../model/provider-config';
import { findSettingOfOption, type ProviderSettings, resolveProviderSettings } from '../model/provider-settings';
import { type CliContext, CliError } from './context';

export interface CommandClient {
  readonly client: Client;
  readonly apiKey: string;
  /** Requests sent so far, including retries. */
  requests(): number;
}

/**
 * Calls `use` with a client for the account of the environment, which is closed afterwards. Throws a {@link CliError}
 * for invalid settings, and what {@link expectAccount} throws if `account_object` is set.
 */
export async function withCommandClient<Result>(
  context: CliContext,
  use: (commandClient: CommandClient) => Promise<Result>,
): Promise<Result> {
  const { commandClient, accountObject } = createCommandClient(context);
  try {
    if (accountObject !== undefined) await expectAccount(context, commandClient.client, accountObject);
    return await use(commandClient);
  } finally {
    await commandClient.client.close();
  }
}

/**
 * Throws a {@link CliError} if the account does not have the object `id` of `account_object`: with status 1 if the
 * service says so, with status 3 if the object could not be read. Throws the reason of the signal if it is aborted.
 */
export async function expectAccount({ signal, settingsSource }: CliContext, client: Client, id: string): Promise<void> {
  try {
    await expectAccountObject(client, id, { signal });
  } catch (error) {
    signal.throwIfAborted();
    const { message } = error as Error;
    if (!(error instanceof OtherAccountError)) {
      throw new CliError(`Cannot read account_object: ${message}`, EXIT.undecided);
    }
    throw new CliError(
      `Another account, or the object of account_object was deleted: ${message}. Use an API key of the account of this configuration. If the object was deleted, set ${nameSetting('account_object', settingsSource)} to another object of the account.`,
    );
  }
}

function createCommandClient(context: CliContext): {
  readonly commandClient: CommandClient;
  readonly accountObject: string | undefined;
} {
  const { apiKey, accountObject, ...options } = readClientOptions(context);
  if (apiKey === undefined)
    throw new CliError(
      `${nameSetting('api_key', context.settingsSource)} is not set; expected an API key of the account. Set it; an emulator accepts any text. For drift, preview and doctor, a file can name accounts with their keys: --accounts FILE.`,
    );
  let requests = 0;
  const reportWait = createWaitReport(context);
  const client = withSettingAdvice(context, () =>
    createClient({
      ...options,
      apiKey,
      signal: context.signal,
      onEvent: (event) => {
        if (event.type === 'sent') requests += 1;
        reportWait(event);
      },
    }),
  );
  return { commandClient: { client, apiKey, requests: () => requests }, accountObject };
}

/**
 * Prints how long a request waits after a 429, if it is 1 s or more (chosen). All requests that wait report it, so
 * until a printed wait is over, no other one is printed.
 */
function createWaitReport({ printError }: CliContext): OnEvent {
  let reportedUntil = 0;
  return (event) => {
    if (event.type !== 'retried' || event.error.category !== 'rate_limit' || event.delayMs < 1000) return;
    const now = performance.now();
    if (now < reportedUntil) return;
    reportedUntil = now + event.delayMs;
    printError(`The service returned 429 (too many requests). Waiting ${Math.ceil(event.delayMs / 1000)} s.`);
  };
}

/** The settings of the environment. Throws a {@link CliError} for the first invalid one. */
export function readClientOptions({
  env,
  settingsSource,
}: CliContext): Omit<ClientOptions, 'apiKey'> & Partial<Pick<ProviderSettings, 'apiKey' | 'accountObject'>> {
  const { values, problems } = resolveProviderSettings({}, env);
  const [first] = problems;
  if (first) {
    const { name, source, problem, expected } = first;
    const subject = isAccountSetting(name) ? nameSetting(name, settingsSource) : source;
    throw new CliError(`${subject} ${problem}; expected ${expected}.`);
  }
  const { profile, ...options } = values;
  return { ...options, settingsSource, profile: profile?.name };
}

/**
 * An {@link ApiError} about an option of the client becomes a {@link CliError} that names the setting of the option:
 * `headers …` -> `headers … Correct NETINGRESS_HEADERS.`
 */
export function withSettingAdvice<Result>({ env, settingsSource }: CliContext, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const setting = error instanceof ApiError ? findSettingOfOption(error.argument) : undefined;
    if (!setting) throw error;
    const variable = PROVIDER_ATTRIBUTES[setting].env;
    const named = isAccountSetting(setting) ? nameSetting(setting, settingsSource) : variable;
    const advice = `${(env[variable] ?? '') === '' ? 'Set' : 'Correct'} ${named}.`;
    throw new CliError(`${(error as ApiError).message} ${advice}`);
  }
}
