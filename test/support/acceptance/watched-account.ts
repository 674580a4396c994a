/**
 * An account of which a test learns whom its restrictions admitted after each request. That is computed here, from the
 * objects of the emulator, and not with the access engine, which the tests check.
 */
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator';
import { opened } from '../opened';
import { type AttachedWorkspace, createAttachedWorkspace } from './provider-in-process';
import { createProxy } from './proxy';

export interface WatchedAccount {
  readonly emulator: Emulator;
  readonly workspace: AttachedWorkspace;
  /**
   * Calls `run`, and returns for each address what it was for a restriction of these types after one of the requests
   * meanwhile, without repetitions: `{'192.0.2.1': ['admitted', 'denied']}`. An empty list if there was no request.
   */
  watch(
    addresses: readonly string[],
    run: () => Promise<unknown>,
    types?: readonly string[],
  ): Promise<Readonly<Record<string, readonly string[]>>>;
  close(): Promise<void>;
}

export function openWatchedAccount(options: EmulatorOptions = {}): Promise<WatchedAccount> {
  return opened(async (onClose) => {
    const emulator = createEmulator(options);
    onClose(() => emulator.close());
    let afterRequest: (() => void) | undefined;
    const proxy = await createProxy(emulator.fetch);
    onClose(proxy.close);
    proxy.handle = async ({ forward, respond }) => {
      const { status, contentType, headers, body } = await forward();
      afterRequest?.();
      respond(status, contentType, body, headers);
    };
    const { profile } = options;
    const workspace = await createAttachedWorkspace(proxy.url, { ...(profile && { NETINGRESS_PROFILE: profile }) });
    onClose(workspace.remove);
    return {
      emulator,
      workspace,
      async watch(addresses, run, types = ['dashboard']) {
        const seen = new Map(addresses.map((address) => [address, new Set<string>()]));
        afterRequest = () => {
          for (const [address, answers] of seen)
            for (const type of types) answers.add(isAdmitted(emulator, type, address) ? 'admitted' : 'denied');
        };
        try {
          await run();
        } finally {
          afterRequest = undefined;
        }
        return Object.fromEntries([...seen].map(([address, answers]) => [address, [...answers]]));
      },
    };
  });
}

interface Ref {
  readonly id: string;
}

/**
 * Whether an IPv4 address is admitted: there is no enforced restriction of the type, or of the rules of all its
 * policies together at least one allows the address, and none denies it.
 */
function isAdmitted(emulator: Emulator, restricted: string, address: string): boolean {
  const restriction = emulator.objects('ip_restriction').find(({ type, enforced }) => type === restricted && enforced);
  if (!restriction) return true;
  const policies = (restriction['ip_policies'] as unknown as readonly Ref[]).map(({ id }) => id);
  const matching = emulator
    .objects('ip_policy_rule')
    .filter((rule) => policies.includes((rule['ip_policy'] as unknown as Ref).id))
    .filter((rule) => containsIpv4(String(rule['cidr']), address))
    .map(({ action }) => action);
  return matching.includes('allow') && !matching.includes('deny');
}

/** Throws for an IPv6 network. */
function containsIpv4(cidr: string, address: string): boolean {
  const [network = '', bits = '32'] = cidr.split('/');
  const shift = 32 - Number(bits);
  return toNumber(network) >> BigInt(shift) === toNumber(address) >> BigInt(shift);
}

function toNumber(address: string): bigint {
  return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}
