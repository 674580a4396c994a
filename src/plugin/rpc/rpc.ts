/** What every operation of the plugin protocol has in common. */
import type { Diagnostic } from '../../provider/protocol/diagnostic';
import { unexpected } from '../../provider/protocol/messages';
import type { Provider } from '../../provider/protocol/provider';
import type { Method } from '../codec/protobuf';
import { isTypeName, type SchemaTypes } from '../codec/schema-types';
import type { Log } from '../process/log';

/** What operations work with. */
export interface RpcContext {
  readonly provider: Provider;
  readonly types: SchemaTypes;
  /** Takes known secrets out of a text. */
  readonly redact: (text: string) => string;
  readonly log: Log;
}

/** One operation, from the bytes of a request to those of its response. Never throws. */
export interface Rpc {
  readonly path: string;
  readonly call: (context: RpcContext, request: Uint8Array) => Promise<Uint8Array>;
}

/** An operation that answers several times, in the order of what it sends. Never throws. */
export interface StreamRpc {
  readonly path: string;
  /** `send` is done when the client can take more; `signal` tells that it wants no more. */
  readonly call: (
    context: RpcContext,
    request: Uint8Array,
    send: (response: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** What an operation does. */
export interface RpcSteps<Request, Response> {
  /** Decodes, calls the engine and encodes. */
  readonly answer: (context: RpcContext, request: Request) => Response | Promise<Response>;
  /**
   * The truest response when {@link answer} threw: Terraform shows the diagnostic, and what it holds stays as it was.
   * A gRPC error instead would lose the object of a create (terraform/rules 0.9).
   */
  readonly failed: (request: Request, diagnostic: Diagnostic, context: RpcContext) => Response;
}

/** The operation of a method. */
export function defineRpc<Request extends object, Response>(
  method: Method<Request, Response>,
  steps: RpcSteps<Request, Response>,
): Rpc {
  const name = method.path.slice(method.path.lastIndexOf('/') + 1);
  return {
    path: method.path,
    async call(context, bytes) {
      const start = performance.now();
      let request = {} as Request;
      try {
        request = method.request.decode(bytes);
        return method.response.encode(await steps.answer(context, request));
      } catch (error) {
        context.log('error', `${name} failed`, { type: typeOf(request), error: textOf(error) });
        return method.response.encode(steps.failed(request, failure(context, name, typeOf(request), error), context));
      } finally {
        const milliseconds = Math.round(performance.now() - start);
        context.log('trace', name, { type: typeOf(request), milliseconds });
      }
    },
  };
}

/** What an operation with several answers does. */
export interface StreamRpcSteps<Request, Response> {
  readonly answers: (context: RpcContext, request: Request, signal: AbortSignal) => AsyncIterable<Response>;
  /** The last answer when {@link answers} threw. */
  readonly failed: (diagnostic: Diagnostic) => Response;
}

/** The operation of a method whose response is a stream. */
export function defineStreamRpc<Request extends object, Response>(
  method: Method<Request, Response>,
  steps: StreamRpcSteps<Request, Response>,
): StreamRpc {
  const name = method.path.slice(method.path.lastIndexOf('/') + 1);
  return {
    path: method.path,
    async call(context, bytes, send, signal) {
      let request = {} as Request;
      try {
        request = method.request.decode(bytes);
        for await (const response of steps.answers(context, request, signal)) {
          if (signal.aborted) return;
          await send(method.response.encode(response));
        }
      } catch (error) {
        if (signal.aborted) return;
        context.log('error', `${name} failed`, { type: typeOf(request), error: textOf(error) });
        await send(method.response.encode(steps.failed(failure(context, name, typeOf(request), error))));
      }
    },
  };
}

/** Exceptions of an operation become diagnostics in the engine; what arrives here is a message that cannot be coded. */
function failure({ redact }: RpcContext, name: string, type: string | undefined, error: unknown): Diagnostic {
  return unexpected(`${name}${type ? ` of ${type}` : ''}`, error, redact);
}

/** The type that the request is about, if it is about one. */
function typeOf(request: object): string | undefined {
  const type = 'typeName' in request ? request.typeName : undefined;
  return typeof type === 'string' && isTypeName(type) ? type : undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
