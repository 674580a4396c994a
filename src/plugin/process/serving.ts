/** What serving takes beside a socket, as one module: it is loaded while Terraform connects, not before (see run.ts). */

export { createSchemaTypes } from '../codec/schema-types';
export { createPluginServer } from '../grpc/server';
export { reattachVariable, serveForReattach } from './reattach';
export { secretsFromEnvironment } from '../../model/provider-config';
