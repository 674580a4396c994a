import type { SettingsSource } from '../model/provider-config';
import type { Words } from '../values/words';
import type { Redact } from './redact';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface ServiceRequest {
  /** Completes `Cannot …` in messages: `create`, `read`, `list`. */
  readonly action: string;
  /** `IP policy rule`; of a list in the plural. Ends with `of` if {@link id} is that of the parent. */
  readonly title: string;
  /**
   * Id of the object, or of its parent for a list or a creation. With it, a 404 means that this object does not exist.
   */
  readonly id?: string;
  readonly method: Method;
  readonly url: URL;
  readonly body?: string;
  readonly proxy?: string | undefined;
  /** In lower case; undefined if the profile has none. */
  readonly operationIdHeader: string | undefined;
  readonly settingsSource: SettingsSource;
  /** Redacts the secrets of the client and of this body. */
  readonly redact: Redact;
}

export interface RequestProgress {
  /**
   * `maybe` from right before the request is written to a connection, `yes` from the head of a response that is not
   * informational (1xx).
   */
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

export function formatSize(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.round(bytes / 1_048_576)} MiB` : `${bytes} bytes`;
}
