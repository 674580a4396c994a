/** Finds objects whose addresses change, and the blocks that move them. Pure functions; the CLI reads the states. */
export { type MovePlan, planMoves } from './blocks';
export { findMoves } from './find-moves';
export { fromConfigurations, fromStates, type MovesSource } from './read-instances';
export { fromPlan } from './read-plan';
export { renderHcl, renderTypeScript } from './render';
