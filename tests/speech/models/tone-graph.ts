import type { Graph, Node, Tensor, Value } from './onnx-writer.ts';

/**
 * A graph that plays a tone for each token, so that a test can read from the audio which tokens a model was
 * given, in which order, at which speed and by which speaker.
 */

/** Frames of sound that a token lasts at speed 1: a fortieth of a second. */
export const frameSize = (sampleRate: number): number => sampleRate / 40;
/** Hertz of a token's tone: as far apart as frames of that length can tell. */
export const toneOf = (token: number): number => 200 + 40 * token;
/** Tokens of silence are quiet, not silent: they are in the record too. */
export const quietLevel = 0.002;
/** Level of a speaker's tones. */
export const levelOf = (speaker: number): number => 0.4 - 0.1 * speaker;

/** Most tokens that a model knows: the highest tone is below half the lowest sample rate. */
export const tokensMax = 190;

/** How a model ends: as it should, with an error, with no audio, or not at all. */
export type Behavior = 'speaks' | 'works hard' | 'throws' | 'returns nothing' | 'never ends';

/** Rounds of work on all samples: a model then takes about as long as a real one, a tenth of its audio. */
const hardRounds = 800;

export interface ToneGraph {
  /** Names of the inputs: the tokens, and what else the family's runtime sends. */
  inputs: readonly Value[];
  tokens: string;
  /**
   * Nodes that make `stretch` (float, a scalar: how much longer than usual) and `level` (float, a scalar).
   */
  delivery: readonly Node[];
  constants?: readonly Tensor[];
  output: Value;
  sampleRate: number;
  /** Tokens of silence. */
  quiet: readonly number[];
  behavior?: Behavior;
}

const constant = (name: string, value: number, type: Tensor['type'] = 'float'): Tensor => ({
  name,
  type,
  shape: [],
  values: [value],
});
const list = (name: string, values: number[], type: Tensor['type'] = 'int64'): Tensor => ({
  name,
  type,
  shape: [values.length],
  values,
});

export function toneGraph(options: ToneGraph): Graph {
  const { sampleRate, quiet, behavior = 'speaks' } = options;
  const loudness = Array.from({ length: tokensMax }, (_, token) => (quiet.includes(token) ? 0 : 1));
  const shape = options.output.shape.map((size) => (typeof size === 'number' ? size : -1));
  return {
    inputs: options.inputs,
    outputs: [options.output],
    constants: [
      ...(options.constants ?? []),
      constant('step', 40),
      constant('lowest', 200),
      constant('frame', frameSize(sampleRate)),
      constant('turn', (2 * Math.PI) / sampleRate),
      constant('from', 0),
      constant('by', 1),
      constant('quietLevel', quietLevel),
      list('column', [-1, 1]),
      list('shape', shape),
      list('loudness', loudness, 'float'),
    ],
    nodes: [
      ...options.delivery,
      { op: 'Reshape', inputs: [options.tokens, 'column'], outputs: ['ids'] },
      { op: 'Cast', inputs: ['ids'], outputs: ['numbers'], attributes: { to: 1 } },
      { op: 'Mul', inputs: ['numbers', 'step'], outputs: ['steps'] },
      { op: 'Add', inputs: ['steps', 'lowest'], outputs: ['hertz'] },
      { op: 'Mul', inputs: ['frame', 'stretch'], outputs: ['exactLength'] },
      { op: 'Round', inputs: ['exactLength'], outputs: ['length'] },
      { op: 'Range', inputs: ['from', 'length', 'by'], outputs: ['places'] },
      { op: 'Mul', inputs: ['places', 'turn'], outputs: ['times'] },
      { op: 'Mul', inputs: ['hertz', 'times'], outputs: ['phases'] },
      { op: 'Sin', inputs: ['phases'], outputs: ['waves'] },
      { op: 'Gather', inputs: ['loudness', 'ids'], outputs: ['audible'] },
      { op: 'Mul', inputs: ['audible', 'level'], outputs: ['levels'] },
      { op: 'Max', inputs: ['levels', 'quietLevel'], outputs: ['amplitudes'] },
      { op: 'Mul', inputs: ['waves', 'amplitudes'], outputs: ['tones'] },
      ...ending(behavior, options.output.name),
    ],
  };
}

/** The last nodes: from `tones` to the output. */
function ending(behavior: Behavior, output: string): Node[] {
  const shaped: Node = { op: 'Reshape', inputs: ['tones', 'shape'], outputs: [output] };
  if (behavior === 'speaks') return [shaped];
  if (behavior === 'throws')
    // No token has such a number.
    return [
      { op: 'Mul', inputs: ['ids', 'tooMany'], outputs: ['beyond'] },
      { op: 'Add', inputs: ['beyond', 'tooMany'], outputs: ['outside'] },
      { op: 'Gather', inputs: ['loudness', 'outside'], outputs: ['nowhere'] },
      { op: 'Mul', inputs: ['tones', 'nowhere'], outputs: ['broken'] },
      { op: 'Reshape', inputs: ['broken', 'shape'], outputs: [output] },
    ];
  if (behavior === 'returns nothing')
    return [
      { op: 'Reshape', inputs: ['tones', 'shape'], outputs: ['all'] },
      { op: 'Slice', inputs: ['all', 'zero', 'zero', 'last'], outputs: [output] },
    ];
  return [
    {
      op: 'Loop',
      inputs: ['rounds', 'yes', 'tones'],
      outputs: ['later'],
      attributes: {
        body: {
          inputs: [
            { name: 'round', type: 'int64', shape: [] },
            { name: 'goes', type: 'bool', shape: [] },
            { name: 'before', type: 'float', shape: ['tokens', 'samples'] },
          ],
          outputs: [
            { name: 'goesOn', type: 'bool', shape: [] },
            { name: 'after', type: 'float', shape: ['tokens', 'samples'] },
          ],
          constants: [],
          nodes: [
            { op: 'Identity', inputs: ['goes'], outputs: ['goesOn'] },
            { op: 'Sin', inputs: ['before'], outputs: ['after'] },
          ],
        },
      },
    },
    ...(behavior === 'works hard'
      ? ([
          { op: 'Mul', inputs: ['later', 'nothing'], outputs: ['unheard'] },
          { op: 'Add', inputs: ['tones', 'unheard'], outputs: ['spoken'] },
          { op: 'Reshape', inputs: ['spoken', 'shape'], outputs: [output] },
        ] satisfies Node[])
      : ([{ op: 'Reshape', inputs: ['later', 'shape'], outputs: [output] }] satisfies Node[])),
  ];
}

/** Constants that the endings need. */
export const endingConstants = (behavior: Behavior): Tensor[] => {
  if (behavior === 'throws') return [constant('tooMany', 1_000_000, 'int64')];
  if (behavior === 'returns nothing') return [list('zero', [0]), list('last', [-1])];
  if (behavior === 'never ends' || behavior === 'works hard')
    return [
      constant('rounds', behavior === 'never ends' ? 2 ** 52 : hardRounds, 'int64'),
      constant('yes', 1, 'bool'),
      constant('nothing', 0),
    ];
  return [];
};
