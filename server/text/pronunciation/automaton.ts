/**
 * Finds all of many words in one pass over a text (Aho and Corasick, "Efficient string matching", 1975). Flat
 * arrays, so that it is small and travels between threads. Nodes are numbered breadth first, 0 is the root;
 * the children of a node follow each other, in the order of their labels.
 */
export interface Automaton {
  /** The first child of each node; the next node's is where they end. */
  children: Int32Array;
  /** The unit by which a node is reached. */
  labels: Uint16Array;
  /** The node of the longest proper suffix that is in the trie. */
  suffixes: Int32Array;
  /** The word that ends here, as its place among the words; -1: none. */
  words: Int32Array;
  /** The nearest suffix at which a word ends; 0: none. */
  shorter: Int32Array;
}

/** @param words sorted by their UTF-16 units, no two alike, none empty */
export function buildAutomaton(words: readonly string[]): Automaton {
  const most = words.reduce((sum, { length }) => sum + length, 1);
  const children = new Int32Array(most + 1);
  const labels = new Uint16Array(most);
  const ends = new Int32Array(most).fill(-1);
  const suffixes = new Int32Array(most);
  const shorter = new Int32Array(most);
  const depths = new Uint16Array(most);
  /** The words that go through each node: from, and to. */
  const from = new Int32Array(most);
  const to = new Int32Array(most);
  to[0] = words.length;
  let nodes = 1;
  for (let node = 0; node < nodes; node++) {
    const depth = depths[node]!;
    let word = from[node]!;
    if (word < to[node]! && words[word]!.length === depth) ends[node] = word++;
    children[node] = nodes;
    while (word < to[node]!) {
      const label = words[word]!.charCodeAt(depth);
      const child = nodes++;
      labels[child] = label;
      depths[child] = depth + 1;
      from[child] = word;
      while (word < to[node]! && words[word]!.charCodeAt(depth) === label) word++;
      to[child] = word;
    }
  }
  children[nodes] = nodes;
  const automaton: Automaton = {
    children: children.slice(0, nodes + 1),
    labels: labels.slice(0, nodes),
    suffixes: suffixes.slice(0, nodes),
    words: ends.slice(0, nodes),
    shorter: shorter.slice(0, nodes),
  };
  linkSuffixes(automaton);
  return automaton;
}

/** Breadth first, so that the suffixes of what is shorter are known. */
function linkSuffixes(automaton: Automaton): void {
  const { children, labels, suffixes, words, shorter } = automaton;
  for (let node = 0; node < words.length; node++)
    for (let child = children[node]!; child < children[node + 1]!; child++) {
      const suffix = node === 0 ? 0 : next(automaton, suffixes[node]!, labels[child]!);
      suffixes[child] = suffix;
      shorter[child] = words[suffix]! >= 0 ? suffix : shorter[suffix]!;
    }
}

/** The node after one more unit. */
function next(automaton: Automaton, node: number, unit: number): number {
  for (;;) {
    const found = childOf(automaton, node, unit);
    if (found > 0 || node === 0) return found;
    node = automaton.suffixes[node]!;
  }
}

function childOf({ children, labels }: Automaton, node: number, unit: number): number {
  let low = children[node]!;
  let high = children[node + 1]!;
  const end = high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (labels[middle]! < unit) low = middle + 1;
    else high = middle;
  }
  return low < end && labels[low] === unit ? low : 0;
}

/** Calls for each occurrence of each word, with the word's place among the words and where it ends. */
export function findWords(
  automaton: Automaton,
  units: Uint16Array,
  found: (word: number, end: number) => void,
): void {
  const { words, shorter } = automaton;
  let node = 0;
  for (let at = 0; at < units.length; at++) {
    node = next(automaton, node, units[at]!);
    for (let hit = words[node]! >= 0 ? node : shorter[node]!; hit > 0; hit = shorter[hit]!)
      found(words[hit]!, at + 1);
  }
}
