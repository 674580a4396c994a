// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressTunnelSession}. */
export interface DataNetingressTunnelSessionProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
}

/**
 * Reads one tunnel session by `id`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_tunnel_session`.
 */
export class DataNetingressTunnelSession extends NetingressDataSource<DataNetingressTunnelSessionProps> {
  static readonly tfResourceType = 'netingress_tunnel_session';

  constructor(scope: Construct, id: string, props: DataNetingressTunnelSessionProps = {}) {
    super(scope, id, findDataSource('tunnel_session'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTunnelSession(value: unknown): value is DataNetingressTunnelSession {
    return isDataSourceOfType(value, DataNetingressTunnelSession.tfResourceType);
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

  /** Version of the agent, for example `3.9.0`. */
  get agentVersion(): string {
    return this.getStringAttribute('agent_version');
  }

  /** Tunnel credential or SSH public key of the agent. */
  get credential(): RefOutputReference {
    return new RefOutputReference(this, 'credential', false);
  }

  /** Address from which the agent connected. */
  get ip(): string {
    return this.getStringAttribute('ip');
  }

  /** Machine-readable data, set in the configuration of the agent. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Operating system of the agent. */
  get os(): string {
    return this.getStringAttribute('os');
  }

  /** Region to which the agent is connected. */
  get region(): string {
    return this.getStringAttribute('region');
  }

  /** Time of the connection, RFC 3339 in UTC. */
  get startedAt(): string {
    return this.getStringAttribute('started_at');
  }

  /** Protocol of the connection, for example `ngrok/v2` or `ssh`. */
  get transport(): string {
    return this.getStringAttribute('transport');
  }
}
