import type { ProviderDiagnostic } from '../../provider/protocol/diagnostic';
import { unexpected } from '../../provider/protocol/messages';
import type { Provider } from '../../provider/protocol/provider';
import { isTypeName, type SchemaTypes } from '../codec/schema-types';
import { diagnosticMessages } from '../codec/to-proto';
import type * as messages from '../generated/tfplugin6';
import type { Log } from '../log';
import type { RpcMethod } from '../protobuf';

export interface RpcContext {
  readonly provider: Provider;
  readonly types: SchemaTypes;
  readonly redact: (text: string) => string;
  readonly log: Log;
}

export interface Rpc {
  readonly path: string;
  readonly handle: (context: RpcContext, request: Uint8Array) => Promise<Uint8Array>;
}

export interface StreamRpc {
  readonly path: string;
  /** `send` and `signal` are those of `StreamCall` in http2/grpc.ts. */
  readonly handle: (
    context: RpcContext,
    request: Uint8Array,
    send: (response: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
}

type ToResponse<Request, Response> = (context: RpcContext, request: Request) => Response | Promise<Response>;

type OnError<Request, Response> = (request: Request, diagnostic: ProviderDiagnostic) => Response;

/**
 * If the request cannot be decoded or `toResponse` throws, the response contains the error as a diagnostic. `onError`
 * adds the values that Terraform must keep.
 */
export function defineRpc<Request extends object, Response extends { readonly diagnostics?: unknown }>(
  method: RpcMethod<Request, Response>,
  toResponse: ToResponse<Request, Response>,
  onError?: OnError<Request, Omit<Response, 'diagnostics'>>,
): Rpc {
  return defineRpcWithoutDiagnostics(method, toResponse, (request, diagnostic) => {
    const diagnostics: messages.Diagnostic[] = diagnosticMessages([diagnostic]);
    return { ...onError?.(request, diagnostic), diagnostics } as unknown as Response;
  });
}

export function defineRpcWithoutDiagnostics<Request extends object, Response>(
  method: RpcMethod<Request, Response>,
  toResponse: ToResponse<Request, Response>,
  onError: OnError<Request, Response>,
): Rpc {
  const name = nameOf(method.path);
  return {
    path: method.path,
    async handle(context, bytes) {
      const start = Date.now();
      let request = {} as Request;
      try {
        request = method.request.decode(bytes);
        return method.response.encode(await toResponse(context, request));
      } catch (error) {
        return method.response.encode(onError(request, errorDiagnostic(context, name, request, error)));
      } finally {
        const milliseconds = Date.now() - start;
        context.log('trace', name, { type: typeNameOf(request), milliseconds });
      }
    },
  };
}

/** After an error `onError` returns the last response, unless the client has cancelled the call. */
export function defineStreamRpc<Request extends object, Response>(
  method: RpcMethod<Request, Response>,
  toResponses: (context: RpcContext, request: Request, signal: AbortSignal) => AsyncIterable<Response>,
  onError: (diagnostic: ProviderDiagnostic) => Response,
): StreamRpc {
  const name = nameOf(method.path);
  return {
    path: method.path,
    async handle(context, bytes, send, signal) {
      let request = {} as Request;
      try {
        request = method.request.decode(bytes);
        for await (const response of toResponses(context, request, signal)) {
          if (signal.aborted) return;
          await send(method.response.encode(response));
        }
      } catch (error) {
        if (signal.aborted) return;
        await send(method.response.encode(onError(errorDiagnostic(context, name, request, error))));
      }
    },
  };
}

/** The provider reports its own errors as diagnostics, so this is mostly a malformed message. */
function errorDiagnostic(
  { redact, log }: RpcContext,
  name: string,
  request: object,
  error: unknown,
): ProviderDiagnostic {
  const type = typeNameOf(request);
  log('error', `${name} failed`, {
    type,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return unexpected(`${name}${type ? ` of ${type}` : ''}`, error, redact);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function typeNameOf(request: object): string | undefined {
  const type = 'typeName' in request ? request.typeName : undefined;
  return typeof type === 'string' && isTypeName(type) ? type : undefined;
}
