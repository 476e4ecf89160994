// Loads a part and prints its count; compiled code is kept when it ends.
// partLoader.js <folder> <name> <cache>
import { loadPart } from '../../../src/cli/hooks/loadPart';

const [folder = '', name = '', cache] = process.argv.slice(2);
console.log((loadPart(folder, name, cache) as { readonly count: number }).count);
