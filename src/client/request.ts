import type { SettingsSource } from '../model/provider-config';
import type { Words } from '../values/words';
import type { Redact } from './redact';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface ServiceRequest {
  /** Completes `Cannot …` in messages: `create`, `read`, `list`. */
  readonly action: string;
  /**
   * Name of the object in messages: `IP policy rule`; for a list in the plural. If {@link id} is that of the parent, it
   * ends with `of`.
   */
  readonly title: string;
  /** Id of the object, or of its parent for a list or a creation. If it is set, a 404 of the service means that this object does not exist. */
  readonly id?: string;
  readonly method: Method;
  readonly url: URL;
  readonly body?: string;
  readonly proxy?: string | undefined;
  /** Lower-case name of the response header with the operation id, if the profile has one. */
  readonly operationIdHeader: string | undefined;
  /** Where messages say that the base URL and the API key are set. */
  readonly settingsSource: SettingsSource;
  /** Redacts the secrets of the client and of this body. */
  readonly redact: Redact;
}

/** Updated by the transport while it sends a request. */
export interface RequestProgress {
  /** `maybe` from right before the request is written to a connection, `yes` from the head of the final response, which is not 1xx. */
  deliveryStatus: 'no' | 'maybe' | 'yes';
  status?: number;
}

export interface ServiceResponse {
  readonly status: number;
  /** Returns the first header with the lower-case name; over the `fetch` option, all of its values joined. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
}

const VISIBLE_QUERY_PARAMETERS: readonly string[] = ['limit', 'before_id', 'filter'];

/** Formats a URL for messages. Values of other query parameters may be secret: `?limit=100&token=...`. */
export function formatUrl(url: URL, redact: Redact): string {
  const query = [...url.searchParams].map(([name, value]) => {
    const visible = VISIBLE_QUERY_PARAMETERS.includes(name) ? encodeURIComponent(value) : '...';
    return `${encodeURIComponent(name)}=${visible}`;
  });
  return redact(`${url.origin}${url.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`);
}

/** The start of the message of a failed call: `Cannot update IP policy ipp_1`. */
export function failureSubject({
  action,
  title,
  id,
  redact,
}: Pick<ServiceRequest, 'action' | 'title' | 'id' | 'redact'>): Words {
  return `Cannot ${action} ${title}${id === undefined ? '' : ` ${redact(id)}`}`;
}

/** `30 s`, `1.5 s`, `200 ms`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

/** `64 MiB`, `512 bytes`. */
export function formatSize(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.round(bytes / 1_048_576)} MiB` : `${bytes} bytes`;
}
