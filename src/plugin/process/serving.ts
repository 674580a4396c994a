/** What serving takes beside a socket, as one module: it is loaded while Terraform connects, not before (see run.ts). */
export { secretsOfEnvironment } from '../../model/provider-secrets';
export { reattachVariable, serveForReattach } from './reattach';
export { createSchemaTypes } from '../codec/schema-types';
export { createPluginServer } from '../grpc/server';
