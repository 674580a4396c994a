/** Prints the Debian packages of the programs that tests need and this machine does not have. */
import { missingPackages } from './programs';

console.log(missingPackages().join(' '));
