export { type MovePlan, planMoves } from './blocks';
export { findMoves } from './find-moves';
export { addFreeObjects } from './free-objects';
export { listModulesInNoState, listPossiblyMoved } from './in-modules';
export { listPlanAccounts, type PlanAccount } from './plan-accounts';
export { type MovesSource, movesFromConfigurations, movesFromStates } from './read-instances';
export { listPlannedOwners, movesFromPlan } from './read-plan';
export { renderBlocksAsHcl, renderBlocksAsTypeScript } from './render';
