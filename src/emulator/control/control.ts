import type { HttpRequest, HttpResponse } from '../http/http';
import type { State } from '../state/state';

/** One control: what it does for each method that it knows. */
export type Control = Readonly<
  Record<string, (state: State, request: HttpRequest) => HttpResponse | Promise<HttpResponse>>
>;
