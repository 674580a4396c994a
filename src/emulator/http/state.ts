import type { EntryLog } from '../events/log';
import type { State } from '../service/state/types';
import type { Faults } from './fault';
import type { LoggedRequest } from './logged-request';

export interface HttpState extends State {
  requests: EntryLog<LoggedRequest>;
  faults: Faults;
}
