/**
 * Gradient-boosted decision trees: sums of many small trees, each of which tests up to a few values of a row
 * of numbers. Trained by `training/train.ts`.
 *
 * A node takes eight bytes, little-endian: the feature's index (16 bits, 65535 in a leaf), how many nodes
 * further on the right branch begins (16 bits; the left one follows directly), and the threshold (float 32):
 * rows at or below it go left. In a leaf it is the value.
 */
export interface Trees {
  /** Of each node the feature's index and, from the 17th bit on, how far the right branch is. */
  nodes: Uint32Array;
  values: Float32Array;
  /** The node at which each tree begins. */
  roots: Uint32Array;
}

const leaf = 65_535;

/** The sum of all trees for a row: the logarithm of the odds. */
export function sumOf({ nodes, values, roots }: Trees, row: Float32Array): number {
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    let at = roots[tree] as number;
    let node = nodes[at] as number;
    while ((node & 0xffff) !== leaf) {
      at += (row[node & 0xffff] as number) <= (values[at] as number) ? 1 : node >>> 16;
      node = nodes[at] as number;
    }
    sum += values[at] as number;
  }
  return sum;
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Reads nodes from `start` on; `count` trees follow one another. */
export function readTrees(view: DataView, start: number, count: number): { trees: Trees; end: number } {
  const nodes: number[] = [];
  const values: number[] = [];
  const roots: number[] = [];
  let offset = start;
  for (let tree = 0; tree < count; tree++) {
    roots.push(nodes.length);
    // Each question opens one place more than it takes.
    for (let open = 1; open > 0; offset += 8) {
      const node = view.getUint32(offset, true);
      nodes.push(node);
      values.push(view.getFloat32(offset + 4, true));
      open += (node & 0xffff) === leaf ? -1 : 1;
    }
  }
  return {
    trees: {
      nodes: Uint32Array.from(nodes),
      values: Float32Array.from(values),
      roots: Uint32Array.from(roots),
    },
    end: offset,
  };
}

export function writeTrees({ nodes, values }: Trees): Buffer {
  const buffer = Buffer.alloc(nodes.length * 8);
  nodes.forEach((node, at) => {
    buffer.writeUInt32LE(node, at * 8);
    buffer.writeFloatLE(values[at] as number, at * 8 + 4);
  });
  return buffer;
}
