/** Modules loaded after the handshake; bundled as a separate chunk. */
export { createProvider } from '../../provider/create-provider';
export { connect } from '../connect';
export * from './serving';
export { setV8Flags } from './v8-flags';
