import type { Trees } from '../server/extraction/trees.ts';
import { randomFrom } from '../scripts/seeded-random.ts';

/**
 * Trains gradient-boosted trees for yes or no: histograms of at most 64 values a feature, second-order
 * gradients of the logistic loss, and the leaf that gains most grown first (Chen and Guestrin, XGBoost; Ke
 * and others, LightGBM).
 */
export interface BoostOptions {
  trees: number;
  leaves: number;
  learningRate: number;
  /** Weight that a leaf must hold at least. */
  minWeight: number;
  lambda: number;
  /** Shares of rows and features that each tree sees. */
  rowShare: number;
  featureShare: number;
  seed: number;
}

export interface Sample {
  /** What tells it from others: whether a tree sees it depends on this and the seed alone. */
  key: number;
  row: Float32Array;
  label: 0 | 1;
  weight: number;
}

const maxBins = 64;

interface Split {
  gain: number;
  feature: number;
  bin: number;
}
interface Leaf {
  start: number;
  end: number;
  gradient: number;
  hessian: number;
  histogram: Float64Array;
  split: Split | null;
  node: Node;
}
interface Node {
  feature: number;
  value: number;
  left: Node | null;
  right: Node | null;
}

export function boost(
  samples: readonly Sample[],
  { trees, leaves, learningRate, minWeight, lambda, rowShare, featureShare, seed }: BoostOptions,
): Trees {
  const count = samples.length;
  const width = samples[0]?.row.length ?? 0;
  const limits = Array.from({ length: width }, (_, feature) => limitsOf(samples, feature));
  const bins = Array.from({ length: width }, (_, feature) =>
    binned(samples, feature, limits[feature] as number[]),
  );
  const labels = Float64Array.from(samples, ({ label }) => label);
  const weights = Float64Array.from(samples, ({ weight }) => weight);
  const scores = new Float64Array(count);
  const gradients = new Float64Array(count);
  const hessians = new Float64Array(count);
  const roots: Node[] = [];
  let order = new Int32Array(count);
  const spare = new Int32Array(count);

  for (let tree = 0; tree < trees; tree++) {
    for (let index = 0; index < count; index++) {
      const chance = 1 / (1 + Math.exp(-(scores[index] as number)));
      gradients[index] = (chance - (labels[index] as number)) * (weights[index] as number);
      hessians[index] = Math.max(1e-6, chance * (1 - chance)) * (weights[index] as number);
    }
    let taken = 0;
    order = new Int32Array(count);
    // Drawn for each separately: if a few more samples changed all draws, no two trainings could be compared.
    const salt = Math.imul(seed + tree, 0x9e3779b1);
    for (let index = 0; index < count; index++)
      if (randomFrom((samples[index] as Sample).key ^ salt)() < rowShare) order[taken++] = index;
    const next = randomFrom(salt);
    const features: number[] = [];
    for (let feature = 0; feature < width; feature++)
      if ((limits[feature]?.length ?? 0) > 0 && next() < featureShare) features.push(feature);

    const histogramOf = (start: number, end: number): Float64Array => {
      const histogram = new Float64Array(features.length * maxBins * 2);
      features.forEach((feature, at) => {
        const column = bins[feature] as Uint8Array;
        const base = at * maxBins * 2;
        for (let place = start; place < end; place++) {
          const index = order[place] as number;
          const slot = base + 2 * (column[index] as number);
          histogram[slot] = (histogram[slot] as number) + (gradients[index] as number);
          histogram[slot + 1] = (histogram[slot + 1] as number) + (hessians[index] as number);
        }
      });
      return histogram;
    };
    const bestOf = (histogram: Float64Array, gradient: number, hessian: number): Split | null => {
      let best: Split | null = null;
      const whole = (gradient * gradient) / (hessian + lambda);
      features.forEach((feature, at) => {
        let left = 0;
        let leftHessian = 0;
        const last = limits[feature]?.length ?? 0;
        for (let bin = 0; bin < last; bin++) {
          const slot = at * maxBins * 2 + 2 * bin;
          left += histogram[slot] as number;
          leftHessian += histogram[slot + 1] as number;
          const rightHessian = hessian - leftHessian;
          if (leftHessian < minWeight) continue;
          if (rightHessian < minWeight) break;
          const right = gradient - left;
          const gain =
            (left * left) / (leftHessian + lambda) + (right * right) / (rightHessian + lambda) - whole;
          if (gain > (best?.gain ?? 1e-4)) best = { gain, feature, bin };
        }
      });
      return best;
    };
    const leafOf = (start: number, end: number, histogram: Float64Array): Leaf => {
      let gradient = 0;
      let hessian = 0;
      for (let place = start; place < end; place++) {
        gradient += gradients[order[place] as number] as number;
        hessian += hessians[order[place] as number] as number;
      }
      return {
        start,
        end,
        gradient,
        hessian,
        histogram,
        split: bestOf(histogram, gradient, hessian),
        node: {
          feature: -1,
          value: (-learningRate * gradient) / (hessian + lambda),
          left: null,
          right: null,
        },
      };
    };

    const root = leafOf(0, taken, histogramOf(0, taken));
    const open = [root];
    for (let grown = 1; grown < leaves; grown++) {
      let best = -1;
      open.forEach(({ split }, at) => {
        if (split && split.gain > (open[best]?.split?.gain ?? 0)) best = at;
      });
      const leaf = open[best];
      const split = leaf?.split;
      if (!leaf || !split) break;
      open.splice(best, 1);
      const column = bins[split.feature] as Uint8Array;
      let middle = leaf.start;
      let over = 0;
      for (let place = leaf.start; place < leaf.end; place++) {
        const index = order[place] as number;
        if ((column[index] as number) <= split.bin) order[middle++] = index;
        else spare[over++] = index;
      }
      for (let place = 0; place < over; place++) order[middle + place] = spare[place] as number;
      const isLeftSmaller = middle - leaf.start < leaf.end - middle;
      const small = isLeftSmaller ? histogramOf(leaf.start, middle) : histogramOf(middle, leaf.end);
      const large = leaf.histogram;
      for (let slot = 0; slot < large.length; slot++)
        large[slot] = (large[slot] as number) - (small[slot] as number);
      const left = leafOf(leaf.start, middle, isLeftSmaller ? small : large);
      const right = leafOf(middle, leaf.end, isLeftSmaller ? large : small);
      leaf.node.feature = split.feature;
      leaf.node.value = limits[split.feature]?.[split.bin] ?? 0;
      leaf.node.left = left.node;
      leaf.node.right = right.node;
      open.push(left, right);
    }
    roots.push(root.node);
    for (let index = 0; index < count; index++) {
      const { row } = samples[index] as Sample;
      let node = root.node;
      while (node.left && node.right)
        node = (row[node.feature] as number) <= node.value ? node.left : node.right;
      scores[index] = (scores[index] as number) + node.value;
    }
  }
  return flattened(roots);
}

/** Values between which rows part: quantiles where there are many. */
function limitsOf(samples: readonly Sample[], feature: number): number[] {
  const all = Float32Array.from(samples, ({ row }) => row[feature] as number).sort();
  const distinct = all.filter((value, at) => at === 0 || value !== all[at - 1]);
  if (distinct.length <= maxBins) return [...distinct].slice(0, -1);
  const limits = new Set<number>();
  for (let bin = 1; bin < maxBins; bin++) limits.add(all[Math.floor((bin * all.length) / maxBins)] as number);
  return [...limits];
}

function binned(samples: readonly Sample[], feature: number, limits: readonly number[]): Uint8Array {
  return Uint8Array.from(samples, ({ row }) => {
    const value = row[feature] as number;
    let low = 0;
    let high = limits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value <= (limits[middle] as number)) high = middle;
      else low = middle + 1;
    }
    return low;
  });
}

function flattened(roots: readonly Node[]): Trees {
  const features: number[] = [];
  const rights: number[] = [];
  const values: number[] = [];
  const starts: number[] = [];
  const add = (node: Node): void => {
    const at = features.length;
    features.push(node.left ? node.feature : 65_535);
    rights.push(0);
    values.push(node.value);
    if (!node.left || !node.right) return;
    add(node.left);
    rights[at] = features.length - at;
    add(node.right);
  };
  for (const root of roots) {
    starts.push(features.length);
    add(root);
  }
  return {
    nodes: Uint32Array.from(features, (feature, at) => feature + 65_536 * (rights[at] as number)),
    values: Float32Array.from(values),
    roots: Uint32Array.from(starts),
  };
}
