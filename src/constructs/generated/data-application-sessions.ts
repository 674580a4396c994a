// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList, RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressApplicationSessionsApplicationSessionBrowserSessionLocationOutputReference extends ComplexObject {
  /** Country, ISO 3166-1 alpha-2. */
  get countryCode(): string {
    return this.getStringAttribute('country_code');
  }

  /** Latitude in degrees. */
  get latitude(): number {
    return this.getNumberAttribute('latitude');
  }

  /** Longitude in degrees. */
  get longitude(): number {
    return this.getNumberAttribute('longitude');
  }

  /** Radius of uncertainty in kilometers. */
  get latLongRadiusKm(): number {
    return this.getNumberAttribute('lat_long_radius_km');
  }
}

/** What the browser says about itself. */
export class DataNetingressApplicationSessionsApplicationSessionBrowserSessionUserAgentOutputReference extends ComplexObject {
  /** The header `User-Agent`. */
  get raw(): string {
    return this.getStringAttribute('raw');
  }

  /** Name of the browser, from the header `User-Agent`. */
  get browserName(): string {
    return this.getStringAttribute('browser_name');
  }

  /** Version of the browser, from the header `User-Agent`. */
  get browserVersion(): string {
    return this.getStringAttribute('browser_version');
  }

  /** Type of the device, for example `desktop`. */
  get deviceType(): string {
    return this.getStringAttribute('device_type');
  }

  /** Operating system. */
  get osName(): string {
    return this.getStringAttribute('os_name');
  }

  /** Version of the operating system. */
  get osVersion(): string {
    return this.getStringAttribute('os_version');
  }
}

/** What the service knows about the browser. */
export class DataNetingressApplicationSessionsApplicationSessionBrowserSessionOutputReference extends ComplexObject {
  /** What the browser says about itself. */
  get userAgent(): DataNetingressApplicationSessionsApplicationSessionBrowserSessionUserAgentOutputReference {
    return new DataNetingressApplicationSessionsApplicationSessionBrowserSessionUserAgentOutputReference(this, 'user_agent', false);
  }

  /** Address of the browser. */
  get ipAddress(): string {
    return this.getStringAttribute('ip_address');
  }

  /** Place of the address. */
  get location(): DataNetingressApplicationSessionsApplicationSessionBrowserSessionLocationOutputReference {
    return new DataNetingressApplicationSessionsApplicationSessionBrowserSessionLocationOutputReference(this, 'location', false);
  }
}

/** One element of `applicationSessions`. */
export class DataNetingressApplicationSessionsApplicationSessionOutputReference extends ComplexObject {
  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI of this object in the management API. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** URL of the endpoint. */
  get publicUrl(): string {
    return this.getStringAttribute('public_url');
  }

  /** What the service knows about the browser. */
  get browserSession(): DataNetingressApplicationSessionsApplicationSessionBrowserSessionOutputReference {
    return new DataNetingressApplicationSessionsApplicationSessionBrowserSessionOutputReference(this, 'browser_session', false);
  }

  /** The person. */
  get applicationUser(): RefOutputReference {
    return new RefOutputReference(this, 'application_user', false);
  }

  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Time of the last request, RFC 3339 in UTC. */
  get lastActive(): string {
    return this.getStringAttribute('last_active');
  }

  /** End of the session, RFC 3339 in UTC. */
  get expiresAt(): string {
    return this.getStringAttribute('expires_at');
  }

  /** The endpoint at which the person signed in. */
  get endpoint(): RefOutputReference {
    return new RefOutputReference(this, 'endpoint', false);
  }

  /** The edge, if any. */
  get edge(): RefOutputReference {
    return new RefOutputReference(this, 'edge', false);
  }

  /** The route of the edge, if any. */
  get route(): RefOutputReference {
    return new RefOutputReference(this, 'route', false);
  }
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
    super(scope, id, findDataSource('application_sessions'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApplicationSessions(value: unknown): value is DataNetingressApplicationSessions {
    return isDataSourceOfType(value, DataNetingressApplicationSessions.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the provider, for example `obj.id == "edge"`. Fields: `obj.id`, `obj.created_at`. All objects are read if unset. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.set('filter', value);
  }

  /** The input value of `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Unsets `filter`. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** Matching objects, newest first. */
  get applicationSessions(): OutputList<DataNetingressApplicationSessionsApplicationSessionOutputReference> {
    return new OutputList(this, 'application_sessions', false, DataNetingressApplicationSessionsApplicationSessionOutputReference);
  }
}
