/**
 * Gradient-boosted decision trees: sums of many small trees, each of which asks up to a few questions of a row of numbers. Trained by
 * `scripts/extraction/train.ts`.
 *
 * A node takes eight bytes, little-endian: the feature's index (16 bits, 65535 in a leaf), how many nodes further on the right branch
 * begins (16 bits; the left one follows directly), and the threshold (float 32), which rows at or below pass to the left; in a leaf the value.
 */
export interface Trees {
  features: Uint16Array;
  rights: Uint16Array;
  values: Float32Array;
  /** The node at which each tree begins. */
  roots: Uint32Array;
}

const leaf = 65_535;

/** The sum of all trees for a row: the logarithm of the odds. */
export function sumOf({ features, rights, values, roots }: Trees, row: Float32Array): number {
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] as number;
    for (let feature = features[node] as number; feature !== leaf; feature = features[node] as number) node += (row[feature] as number) <= (values[node] as number) ? 1 : (rights[node] as number);
    sum += values[node] as number;
  }
  return sum;
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Reads nodes from `start` on; `count` trees follow one another. */
export function readTrees(view: DataView, start: number, count: number): { trees: Trees; end: number } {
  const features: number[] = [];
  const rights: number[] = [];
  const values: number[] = [];
  const roots: number[] = [];
  let offset = start;
  for (let tree = 0; tree < count; tree++) {
    roots.push(features.length);
    // Each question opens one place more than it takes.
    for (let open = 1; open > 0; offset += 8) {
      const feature = view.getUint16(offset, true);
      features.push(feature);
      rights.push(view.getUint16(offset + 2, true));
      values.push(view.getFloat32(offset + 4, true));
      open += feature === leaf ? -1 : 1;
    }
  }
  return { trees: { features: Uint16Array.from(features), rights: Uint16Array.from(rights), values: Float32Array.from(values), roots: Uint32Array.from(roots) }, end: offset };
}

export function writeTrees({ features, rights, values }: Trees): Buffer {
  const buffer = Buffer.alloc(features.length * 8);
  features.forEach((feature, node) => {
    buffer.writeUInt16LE(feature, node * 8);
    buffer.writeUInt16LE(rights[node] as number, node * 8 + 2);
    buffer.writeFloatLE(values[node] as number, node * 8 + 4);
  });
  return buffer;
}
