import { setFlagsFromString } from 'node:v8';

/** Percent by which the heap may grow before all of it is looked at again. */
const growth = 100;

/**
 * Lets V8 look through the whole heap less often. It would begin anew after some 5 MB of what outlived two
 * collections of what is young, as it takes a heap for small whose garbage is: of 100 MB that a server has
 * from its start on and keeps, each time nothing is found; of requests one at a time, the slowest hundredth
 * takes twice as long (`npm run bench attack/overload`). To be called when the start is over, whose garbage
 * is worth collecting.
 */
export function collectSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}
