import type { HttpAnswer, HttpRequest } from '../message';
import type { State } from '../state';

/** One control: what it does for each method that it knows. */
export type Control = Readonly<
  Record<string, (state: State, request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>>
>;
