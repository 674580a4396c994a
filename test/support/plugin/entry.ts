/** An executable around the provider for tests; appends its steps to the file TEST_EVENTS. */
import { setTimeout } from 'node:timers/promises';
import * as deferredModules from '../../../src/plugin/process/deferred-modules';
import { runPlugin } from '../../../src/plugin/process/run';
import { createMemoryProvider, reportToFile, SECRET } from './memory-provider';

// The shell sends it to Terraform and the provider alike; Terraform then stops the provider.
process.on('SIGINT', () => undefined);

void runPlugin({
  process,
  sourceAddress: 'terraform.local/test/memory',
  load: () => deferredModules,
  async createProvider({ environment, log, redactor }) {
    redactor.add(SECRET);
    if (environment['TEST_CREATE_MS']) await setTimeout(Number(environment['TEST_CREATE_MS']));
    if (environment['TEST_CREATE_ERROR']) throw new Error(environment['TEST_CREATE_ERROR']);
    log('info', `hello next to ${SECRET}`, { result: 42 });
    log('trace', 'details');
    const report = environment['TEST_EVENTS'] ? reportToFile(environment['TEST_EVENTS']) : () => undefined;
    report(`pid ${process.pid}`);
    report(`connections are ${environment['PLUGIN_CLIENT_CERT'] ? 'encrypted' : 'plain'}`);
    return createMemoryProvider({ report });
  },
});
