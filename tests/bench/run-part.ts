/**
 * Measures one part, in the process that this is: `run-part.ts <part> <full|tiny> [row…]`. Tells its figures
 * over IPC.
 */
import type { Size } from './part.ts';
import { parts } from './bench-parts.ts';

const [name, size, ...rows] = process.argv.slice(2);
const { part } = await parts[name!]!();
const figures = await part.measure(size as Size, rows);
await new Promise((resolve) => process.send!(figures, resolve));
// A part that leaves something behind ends all the same.
process.exit();
