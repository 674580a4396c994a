/** Everything that the provider loads after it told Terraform where to connect; the build sets it apart as one text. */
export { createProvider } from '../engine/create-provider';
export { connect } from './connect';
export * from './serving';
