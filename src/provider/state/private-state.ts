/** A JSON object with one member for each purpose. What is no such object counts as empty. */
import { type Json, type JsonObject, parseJsonObject } from '../../values/json';
import type { PrivateState } from '../protocol/provider';

export function readPrivateMember(state: PrivateState, name: string): Json | undefined {
  return parse(state)[name];
}

/** Returns the private state with the member, or without it if `value` is undefined. Other members are kept. */
export function withPrivateMember(state: PrivateState, name: string, value: Json | undefined): PrivateState {
  const before = parse(state);
  if (value === undefined && before[name] === undefined) return state;
  const { [name]: _, ...others } = before;
  const members: JsonObject = value === undefined ? others : { ...others, [name]: value };
  return Object.keys(members).length === 0 ? new Uint8Array() : Buffer.from(JSON.stringify(members));
}

function parse(state: PrivateState): JsonObject {
  return parseJsonObject(Buffer.from(state).toString()) ?? {};
}
