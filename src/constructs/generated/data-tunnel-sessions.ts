// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList, RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressTunnelSessions}. */
export interface DataNetingressTunnelSessionsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.agent_version == "edge"`. Fields: `obj.id`, `obj.metadata`, `obj.agent_version`, `obj.ip`, `obj.os`, `obj.region`, `obj.started_at`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `tunnelSessions`. */
export class DataNetingressTunnelSessionsTunnelSessionOutputReference extends ComplexObject {
  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
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

/**
 * Reads all objects of the type tunnel session, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_tunnel_sessions`.
 */
export class DataNetingressTunnelSessions extends NetingressDataSource<DataNetingressTunnelSessionsProps> {
  static readonly tfResourceType = 'netingress_tunnel_sessions';

  constructor(scope: Construct, id: string, props: DataNetingressTunnelSessionsProps = {}) {
    super(scope, id, findDataSource('tunnel_sessions'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTunnelSessions(value: unknown): value is DataNetingressTunnelSessions {
    return isDataSourceOfType(value, DataNetingressTunnelSessions.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.agent_version == "edge"`. Fields: `obj.id`, `obj.metadata`, `obj.agent_version`, `obj.ip`, `obj.os`, `obj.region`, `obj.started_at`. All objects are read if unset. */
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
  get tunnelSessions(): OutputList<DataNetingressTunnelSessionsTunnelSessionOutputReference> {
    return new OutputList(this, 'tunnel_sessions', false, DataNetingressTunnelSessionsTunnelSessionOutputReference);
  }
}
