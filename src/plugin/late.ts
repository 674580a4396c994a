/** Everything that the provider loads after it told Terraform where to connect; the build sets it apart as one text. */
import { setFlagsFromString } from 'node:v8';

export { createProvider } from '../engine/create-provider';
export { connect } from './connect';
export * from './serving';

/**
 * A process of the provider lives for seconds. By default V8 optimises what ran for a moment, in threads that Terraform
 * has use for, and most of that never pays: with a budget thirty times as large a refresh of some hundred objects takes a
 * tenth less of processor time and 4 MB less memory, and what a long run does all the time is optimised all the same. A
 * version of V8 that does not know the flag says so on standard error, which is Terraform's log.
 */
setFlagsFromString('--interrupt-budget=4000000');
