export type { AdoptedFile, Adoption, AdoptionList, RenderOptions } from './adoption';
export { addCreator, buildAdoption } from './build-adoption';
export { findMissing, parseList, printList } from './list';
export { renderAdoption } from './render-adoption';
export type { Dependencies } from './ts-project';
