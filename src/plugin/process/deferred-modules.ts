/**
 * Bundled into a file of its own, which is loaded after the handshake or when a module is first needed, as by
 * `--debug`.
 */
export { secretsFromEnvironment } from '../../model/provider-config';
export { createProvider } from '../../provider/create-provider';
export { createSchemaTypes } from '../codec/schema-types';
export { connect } from '../connect';
export { MOVED_VARIABLE, readExtraAuthorities } from '../extra-authorities';
export { removeDeadSockets } from '../grpc/dead-sockets';
export { createPluginServer } from '../grpc/server';
export { reattachVariable, serveForReattach } from './reattach';
export { findStackFolder } from './stack-folder';
export { trustSystemStore } from './system-store';
export { setV8Flags } from './v8-flags';
