/** An executable around the provider for tests; appends its steps to the file TEST_EVENTS. */

import * as deferredModules from '../../../src/plugin/process/deferred-modules';
import { runPlugin } from '../../../src/plugin/process/run';
import { createMemoryProvider, SECRET, tellFile } from './memory-provider';

process.on('SIGINT', () => undefined);

void runPlugin({
  process,
  sourceAddress: 'terraform.local/test/memory',
  load: () => deferredModules,
  async createProvider({ environment, log, redactor }) {
    redactor.add(SECRET);
    log('info', `hello next to ${SECRET}`, { answer: 42 });
    log('trace', 'details');
    const tell = environment['TEST_EVENTS'] ? tellFile(environment['TEST_EVENTS']) : () => undefined;
    tell(`pid ${process.pid}`);
    return createMemoryProvider({ tell });
  },
});
