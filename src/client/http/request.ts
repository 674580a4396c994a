/** One request as the client thinks of it, and as people read it. */
import type { Redact } from '../redact';

/** Methods that the service has. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What is asked of the service. */
export interface ServiceRequest {
  /** Completes `Cannot …`: `create`, `read`, `list`. */
  readonly action: string;
  /** What a person calls the object: `IP policy rule`. */
  readonly title: string;
  /** The object's identifier, where there is one; then a 404 of the service means that it is gone. */
  readonly id?: string;
  readonly method: Method;
  readonly url: URL;
  readonly body?: string;
  /** The proxy that it goes through, if any. */
  readonly proxy?: string | undefined;
  /** Lower-case name of the answer's header that traces the request, where the profile has one. */
  readonly operationIdHeader: string | undefined;
  /** Takes the secrets of the client and of this body out of a text. */
  readonly redact: Redact;
}

/** What a connection has seen of a request; changed by the transport as it goes. */
export interface Progress {
  /** `maybe` from the moment the request is written to a connection, `yes` from the first line of an answer. */
  sent: 'no' | 'maybe' | 'yes';
  status?: number;
}

/** A whole answer. */
export interface HttpResponse {
  readonly status: number;
  /** A header by its lower-case name; of several the first. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
}

/** Query parameters of the client's own; what others hold is not shown. */
const ownParameters: readonly string[] = ['limit', 'before_id', 'filter'];

/** The URL for messages and logs: values of foreign query parameters, which may be anything, are left out. */
export function formatUrl(url: URL, redact: Redact): string {
  const query = [...url.searchParams].map(([name, value]) =>
    ownParameters.includes(name) ? `${name}=${encodeURIComponent(value)}` : `${encodeURIComponent(name)}=...`,
  );
  return redact(`${url.origin}${url.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`);
}

/** `Cannot read IP policy ipp_2x`, the beginning of every message. */
export function cannot({
  action,
  title,
  id,
  redact,
}: Pick<ServiceRequest, 'action' | 'title' | 'id' | 'redact'>): string {
  return `Cannot ${action} ${title}${id === undefined ? '' : ` ${redact(id)}`}`;
}

/** A time limit as people write it: `30 s`, `1.5 s`, `200 ms`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

/** A number of bytes as people write it: `64 MiB`, `512 bytes`. */
export function formatSize(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.round(bytes / 1_048_576)} MiB` : `${bytes} bytes`;
}
