// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressApplicationSessionBrowserSessionLocationOutputReference extends ComplexObject {
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
export class DataNetingressApplicationSessionBrowserSessionUserAgentOutputReference extends ComplexObject {
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
export class DataNetingressApplicationSessionBrowserSessionOutputReference extends ComplexObject {
  /** What the browser says about itself. */
  get userAgent(): DataNetingressApplicationSessionBrowserSessionUserAgentOutputReference {
    return new DataNetingressApplicationSessionBrowserSessionUserAgentOutputReference(this, 'user_agent', false);
  }

  /** Address of the browser. */
  get ipAddress(): string {
    return this.getStringAttribute('ip_address');
  }

  /** Place of the address. */
  get location(): DataNetingressApplicationSessionBrowserSessionLocationOutputReference {
    return new DataNetingressApplicationSessionBrowserSessionLocationOutputReference(this, 'location', false);
  }
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
    super(scope, id, findDataSource('application_session'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressApplicationSession(value: unknown): value is DataNetingressApplicationSession {
    return isDataSourceOfType(value, DataNetingressApplicationSession.tfResourceType);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.set('id', value);
  }

  /** The input value of `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Unsets `id`. */
  resetId(): void {
    this.inputs.reset('id');
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
  get browserSession(): DataNetingressApplicationSessionBrowserSessionOutputReference {
    return new DataNetingressApplicationSessionBrowserSessionOutputReference(this, 'browser_session', false);
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
