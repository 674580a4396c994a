// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getDataSource } from '../../model/data-sources';
import { defineAttributes, type OutputList, type RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type FilterInput, type IdInput } from './shared-inputs';

/** What each class of a `ApplicationSession` has. */
interface ApplicationSessionAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** URL of the endpoint. */
  get publicUrl(): string;
  /** The person. */
  get applicationUser(): RefOutputReference;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Time of the last request, RFC 3339 in UTC. */
  get lastActive(): string;
  /** End of the session, RFC 3339 in UTC. */
  get expiresAt(): string;
  /** The endpoint at which the person signed in. */
  get endpoint(): RefOutputReference;
  /** The edge, if any. */
  get edge(): RefOutputReference;
  /** The route of the edge, if any. */
  get route(): RefOutputReference;
}

/** What each class of a `ApplicationSessionBrowserSessionLocation` has. */
interface ApplicationSessionBrowserSessionLocationAttributes {
  /** Country, ISO 3166-1 alpha-2. */
  get countryCode(): string;
  /** Latitude in degrees. */
  get latitude(): number;
  /** Longitude in degrees. */
  get longitude(): number;
  /** Radius of uncertainty in kilometers. */
  get latLongRadiusKm(): number;
}

/** What each class of a `ApplicationSessionBrowserSessionUserAgent` has. */
interface ApplicationSessionBrowserSessionUserAgentAttributes {
  /** The header `User-Agent`. */
  get raw(): string;
  /** Name of the browser, from the header `User-Agent`. */
  get browserName(): string;
  /** Version of the browser, from the header `User-Agent`. */
  get browserVersion(): string;
  /** Type of the device, for example `desktop`. */
  get deviceType(): string;
  /** Operating system. */
  get osName(): string;
  /** Version of the operating system. */
  get osVersion(): string;
}

/** What each class of a `ApplicationSessionBrowserSession` has. */
interface ApplicationSessionBrowserSessionAttributes {
  /** Address of the browser. */
  get ipAddress(): string;
}

/** Properties of {@link DataNetingressApplicationSession}. */
export interface DataNetingressApplicationSessionProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
}

/** Place of the address. */
export class DataNetingressApplicationSessionBrowserSessionLocationOutputReference extends ComplexObject {}
export interface DataNetingressApplicationSessionBrowserSessionLocationOutputReference extends ApplicationSessionBrowserSessionLocationAttributes {}

/** What the browser says about itself. */
export class DataNetingressApplicationSessionBrowserSessionUserAgentOutputReference extends ComplexObject {}
export interface DataNetingressApplicationSessionBrowserSessionUserAgentOutputReference extends ApplicationSessionBrowserSessionUserAgentAttributes {}

/** What the service knows about the browser. */
export class DataNetingressApplicationSessionBrowserSessionOutputReference extends ComplexObject {}
export interface DataNetingressApplicationSessionBrowserSessionOutputReference extends ApplicationSessionBrowserSessionAttributes {
  /** What the browser says about itself. */
  get userAgent(): DataNetingressApplicationSessionBrowserSessionUserAgentOutputReference;
  /** Place of the address. */
  get location(): DataNetingressApplicationSessionBrowserSessionLocationOutputReference;
}

/**
 * Reads one application session by `id`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_application_session`.
 */
export class DataNetingressApplicationSession extends NetingressDataSource<DataNetingressApplicationSessionProps> {
  static readonly tfResourceType = 'netingress_application_session';

  constructor(scope: Construct, id: string, props: DataNetingressApplicationSessionProps = {}) {
    super(scope, id, getDataSource('application_session'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApplicationSession(value: unknown): value is DataNetingressApplicationSession {
    return isDataSourceOfType(value, DataNetingressApplicationSession.tfResourceType);
  }
}
export interface DataNetingressApplicationSession extends ApplicationSessionAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** What the service knows about the browser. */
  get browserSession(): DataNetingressApplicationSessionBrowserSessionOutputReference;
}

defineAttributes(DataNetingressApplicationSession, getDataSource('application_session').attributes, {
  'browser_session.location': DataNetingressApplicationSessionBrowserSessionLocationOutputReference,
  'browser_session.user_agent': DataNetingressApplicationSessionBrowserSessionUserAgentOutputReference,
  'browser_session': DataNetingressApplicationSessionBrowserSessionOutputReference,
});

/** Properties of {@link DataNetingressApplicationSessions}. */
export interface DataNetingressApplicationSessionsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the provider, for example `obj.id == "edge"`. Fields: `obj.id`, `obj.created_at`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** Place of the address. */
export class DataNetingressApplicationSessionsApplicationSessionBrowserSessionLocationOutputReference extends ComplexObject {}
export interface DataNetingressApplicationSessionsApplicationSessionBrowserSessionLocationOutputReference extends ApplicationSessionBrowserSessionLocationAttributes {}

/** What the browser says about itself. */
export class DataNetingressApplicationSessionsApplicationSessionBrowserSessionUserAgentOutputReference extends ComplexObject {}
export interface DataNetingressApplicationSessionsApplicationSessionBrowserSessionUserAgentOutputReference extends ApplicationSessionBrowserSessionUserAgentAttributes {}

/** What the service knows about the browser. */
export class DataNetingressApplicationSessionsApplicationSessionBrowserSessionOutputReference extends ComplexObject {}
export interface DataNetingressApplicationSessionsApplicationSessionBrowserSessionOutputReference extends ApplicationSessionBrowserSessionAttributes {
  /** What the browser says about itself. */
  get userAgent(): DataNetingressApplicationSessionsApplicationSessionBrowserSessionUserAgentOutputReference;
  /** Place of the address. */
  get location(): DataNetingressApplicationSessionsApplicationSessionBrowserSessionLocationOutputReference;
}

/** One element of `applicationSessions`. */
export class DataNetingressApplicationSessionsApplicationSessionOutputReference extends ComplexObject {}
export interface DataNetingressApplicationSessionsApplicationSessionOutputReference extends ApplicationSessionAttributes {
  /** What the service knows about the browser. */
  get browserSession(): DataNetingressApplicationSessionsApplicationSessionBrowserSessionOutputReference;
}

/**
 * Reads all objects of the type application session, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_application_sessions`.
 */
export class DataNetingressApplicationSessions extends NetingressDataSource<DataNetingressApplicationSessionsProps> {
  static readonly tfResourceType = 'netingress_application_sessions';

  constructor(scope: Construct, id: string, props: DataNetingressApplicationSessionsProps = {}) {
    super(scope, id, getDataSource('application_sessions'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApplicationSessions(value: unknown): value is DataNetingressApplicationSessions {
    return isDataSourceOfType(value, DataNetingressApplicationSessions.tfResourceType);
  }
}
export interface DataNetingressApplicationSessions extends FilterInput {
  /** CEL expression over `obj`, evaluated by the provider, for example `obj.id == "edge"`. Fields: `obj.id`, `obj.created_at`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get applicationSessions(): OutputList<DataNetingressApplicationSessionsApplicationSessionOutputReference>;
}

defineAttributes(DataNetingressApplicationSessions, getDataSource('application_sessions').attributes, {
  'application_sessions.browser_session.location': DataNetingressApplicationSessionsApplicationSessionBrowserSessionLocationOutputReference,
  'application_sessions.browser_session.user_agent': DataNetingressApplicationSessionsApplicationSessionBrowserSessionUserAgentOutputReference,
  'application_sessions.browser_session': DataNetingressApplicationSessionsApplicationSessionBrowserSessionOutputReference,
  'application_sessions': DataNetingressApplicationSessionsApplicationSessionOutputReference,
});
