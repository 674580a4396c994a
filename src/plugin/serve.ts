/**
 * The provider's entry: what Terraform starts. The only file of the plugin that touches the process, and small, so that
 * the process ignores Ctrl-C before anything else is loaded: the whole foreground group gets it, and a provider that
 * died of it would lose the object it is creating (terraform/rules 0.1).
 */
import type { Provider } from '../provider/protocol/provider';
import type { ProviderDependencies } from './process/run';

process.on('SIGINT', () => undefined);

/** Put here by the build, from the package's version. */
declare const PROVIDER_VERSION: string | undefined;

// require, because it runs after the line above and loads each part when it is needed; `import` would do neither.
const { runPlugin } = require('./process/run') as typeof import('./process/run');
const load = (): typeof import('./process/deferred-modules') => require('./process/deferred-modules');
void runPlugin({ process, sourceAddress: 'terraform.local/netingress/netingress', load, createProvider });

async function createProvider({ environment, log, redactor }: ProviderDependencies): Promise<Provider> {
  const late = load();
  late.setV8Flags(process.versions.node);
  const version = typeof PROVIDER_VERSION === 'string' ? PROVIDER_VERSION : 'source';
  log('debug', 'the provider starts', { version });
  return late.createProvider({
    environment,
    connect: (settings) => late.connect(settings, log, redactor, version),
    redact: redactor.apply,
  });
}
