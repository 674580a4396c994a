/**
 * Ctrl-C is ignored before other modules are loaded: the whole foreground process group receives SIGINT, and a provider
 * that exits would lose the object that it is creating. With `--debug`, run.ts ends the process at Ctrl-C.
 */
import type { Provider } from '../provider/protocol/provider';
import type { ProviderDependencies } from './process/run';

process.on('SIGINT', () => undefined);

declare const PROVIDER_VERSION: string | undefined;

/**
 * Inserted by the build for a package with its own Node: it can also trust the machine's certificate store. The script,
 * which has no such constant, runs on the Node of the user, which may lack the functions to read that store.
 */
declare const PROVIDER_HAS_RUNTIME: true | undefined;

// An `import` would load these modules before SIGINT is ignored. `require` loads `run` here, and the rest when it is
// needed.
const { runPlugin } = require('./process/run') as typeof import('./process/run');
const load = (): typeof import('./process/deferred-modules') => require('./process/deferred-modules');
void runPlugin({ process, sourceAddress: 'terraform.local/netingress/netingress', load, createProvider });

async function createProvider({ environment, log, redactor }: ProviderDependencies): Promise<Provider> {
  const modules = load();
  modules.setV8Flags(process.versions.node);
  const version = typeof PROVIDER_VERSION === 'string' ? PROVIDER_VERSION : 'source';
  log('debug', 'the provider starts', { version });
  return modules.createProvider({
    environment,
    connect(settings) {
      const isPublic = settings.baseUrl.startsWith('https:') && settings.caCertificatePem === undefined;
      if (typeof PROVIDER_HAS_RUNTIME !== 'undefined' && isPublic) modules.trustSystemStore();
      const usesTls = `${settings.baseUrl} ${settings.proxyUrl ?? ''}`.includes('https:');
      const extraCa = modules.readExtraAuthorities(usesTls ? environment[modules.MOVED_VARIABLE] : undefined, log);
      return modules.connect(settings, log, redactor, version, extraCa);
    },
    redact: redactor.apply,
    folder: modules.findStackFolder(process.cwd()),
  });
}
