/**
 * Makes functions of the product slower, or lets them keep memory, without their knowing: `--import` it with
 * `?plants=` (JSON) and `?node=`, the command that starts Node so. That is passed on: what is started from
 * here by `process.execPath` is slow, too.
 */
import { registerHooks } from 'node:module';

export interface Plant {
  /** From the root of the repository. */
  module: string;
  /** Of an exported function, or `Class.method`. */
  name: string;
  /** That are computed before each call. */
  ms?: number;
  /** That each call takes and keeps. */
  mb?: number;
}

type Any = (this: unknown, ...values: unknown[]) => unknown;

const asked = new URL(import.meta.url).searchParams;
const plants = JSON.parse(asked.get('plants')!) as Plant[];
process.execPath = asked.get('node')!;

const targetOf = ({ module }: Plant): string => new URL(`../../${module}`, import.meta.url).href;
const targets = new Set(plants.map(targetOf));
const hoard: Buffer[] = [];

function burn(ms: number): void {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  for (const until = spent() + ms; spent() < until;);
}

/** Wraps the target that the calling module replaces. */
export function planted(index: number, real: Any): Any {
  const { ms = 0, mb = 0 } = plants[index]!;
  return function (...values) {
    if (mb > 0) hoard.push(Buffer.alloc(mb * 2 ** 20, 1));
    if (ms > 0) burn(ms);
    return real.apply(this, values);
  };
}

function standIn(target: string): string {
  const real = JSON.stringify(`${target}?real`);
  const slowed = plants.flatMap((plant, index) => {
    if (targetOf(plant) !== target) return [];
    const [name, method] = plant.name.split('.');
    return method === undefined
      ? `export const ${name} = planted(${index}, real.${name});`
      : `real.${name}.prototype.${method} = planted(${index}, real.${name}.prototype.${method});`;
  });
  return `import * as real from ${real};
export * from ${real};
import { planted } from ${JSON.stringify(import.meta.url)};
${slowed.join('\n')}`;
}

const mark = '?planted';
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return targets.has(found.url) ? { ...found, url: found.url + mark, format: 'module' } : found;
  },
  load(url, context, next) {
    const target = url.slice(0, -mark.length);
    return url.endsWith(mark) && targets.has(target)
      ? { format: 'module', source: standIn(target), shortCircuit: true }
      : next(url, context);
  },
});
