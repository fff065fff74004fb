/** What was there before and after, so that every change can be taken back, whatever made it. */
export interface EditHistory<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** When it last changed by typing, in milliseconds; null: another change, or none. */
  readonly typedAt: number | null;
}

/** Typing without a pause of so many milliseconds is one step. */
const pause = 900;
const stepsKept = 200;

export const newHistory = <State>(present: State): EditHistory<State> => ({
  past: [],
  present,
  future: [],
  typedAt: null,
});

/** @param typedAt when it was typed, in milliseconds; null: it is a step of its own */
export function recordEdit<State>(
  history: EditHistory<State>,
  present: State,
  typedAt: number | null,
): EditHistory<State> {
  if (present === history.present) return history;
  const goesOn = typedAt !== null && history.typedAt !== null && typedAt - history.typedAt < pause;
  const past = goesOn ? history.past : [...history.past, history.present].slice(-stepsKept);
  return { past, present, future: [], typedAt };
}

export function undoEdit<State>(history: EditHistory<State>): EditHistory<State> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future], typedAt: null };
}

export function redoEdit<State>(history: EditHistory<State>): EditHistory<State> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, typedAt: null };
}

/** Something that nobody typed or chose, and so nobody takes back by itself. */
export const amendEdit = <State>(history: EditHistory<State>, present: State): EditHistory<State> => ({
  ...history,
  present,
});
