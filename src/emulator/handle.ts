import { control, isControl } from './controls';
import { append } from './log';
import type { HttpAnswer, HttpRequest } from './message';
import { serve } from './serve';
import type { State } from './state';

/** Answers any request: to the service, which is logged, or to the controls, which are not. */
export async function handle(state: State, request: HttpRequest): Promise<HttpAnswer> {
  if (isControl(request)) return control(state, request);
  const { requests: log } = state;
  const time = new Date(state.clock.now()).toISOString();
  const { answer, operation } = await serve(state, request);
  const { method, path, headers } = request;
  append(log, (n) => ({
    n,
    time,
    method,
    path,
    operation,
    status: answer.status,
    client: headers['user-agent'] ?? '',
  }));
  return answer;
}
