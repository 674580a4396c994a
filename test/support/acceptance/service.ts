/** The service over `fetch`, to read what it stored and to change objects outside Terraform, without our client. */
import { type AttributeValues, attributesFromResponse } from '../../../src/model/from-response';
import type { Kind } from '../../../src/model/kind';
import { PROFILES, type Profile } from '../../../src/model/profiles';
import { fromProfileBody, toProfileBody } from '../../../src/model/profiles/profile-body';
import type { JsonObject } from '../../../src/values/json';

export interface ServiceResponse {
  readonly status: number;
  readonly body: JsonObject;
}

export interface Service {
  request(method: string, path: string, body?: unknown): Promise<ServiceResponse>;
  /** The attribute values of an object; undefined if it does not exist. */
  attributes(kind: Kind, id: string): Promise<AttributeValues | undefined>;
  /** Changes an object, with the names of the specification in `body`. Throws unless the service returns 200. */
  patch(kind: Kind, id: string, body: JsonObject): Promise<void>;
  /** Deletes an object. Throws unless the service returns 204. */
  remove(kind: Kind, id: string): Promise<void>;
  /** Number of objects on the first page of the kind, without the development domain, which cannot be deleted. */
  count(kind: Kind): Promise<number>;
}

export function serviceAt(url: string, profile: Profile = PROFILES.spec): Service {
  const request = async (method: string, path: string, body?: unknown): Promise<ServiceResponse> => {
    const headers = {
      Authorization: 'Bearer by-hand',
      ...profile.headers,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as JsonObject) };
  };
  const expectStatus = async (wanted: number, method: string, path: string, body?: unknown): Promise<JsonObject> => {
    const response = await request(method, path, body);
    if (response.status !== wanted)
      throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  return {
    request,
    async attributes(kind, id) {
      const { status, body } = await request('GET', `${kind.path}/${id}`);
      if (status === 404) return undefined;
      if (status !== 200) throw new Error(`GET ${kind.path}/${id} returned ${status}: ${JSON.stringify(body)}`);
      return attributesFromResponse(kind.attributes, fromProfileBody(kind.attributes, body, profile));
    },
    async patch(kind, id, body) {
      await expectStatus(200, 'PATCH', `${kind.path}/${id}`, toProfileBody(kind.attributes, body, profile));
    },
    async remove(kind, id) {
      await expectStatus(204, 'DELETE', `${kind.path}/${id}`);
    },
    async count(kind) {
      const objects = (await expectStatus(200, 'GET', kind.path))[kind.listKey] as readonly JsonObject[];
      return objects.filter(({ is_dev: isDevelopment }) => isDevelopment !== true).length;
    },
  };
}
