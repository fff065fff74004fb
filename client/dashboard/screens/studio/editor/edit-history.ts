/** Undo history: the earlier and later states, so that every change can be undone, whatever its cause. */
export interface EditHistory<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** When it last changed by typing, in milliseconds; null: another change, or none. */
  readonly typedAt: number | null;
}

/** Typing without a pause of this many milliseconds is one step. */
const pause = 900;
const stepsKept = 200;

export const newHistory = <State>(present: State): EditHistory<State> => ({
  past: [],
  present,
  future: [],
  typedAt: null,
});

/** @param typedAt when it was typed, milliseconds; null: a separate undo step */
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

/** Changes the present state without an undo step, because it is no edit of the user. */
export const amendEdit = <State>(history: EditHistory<State>, present: State): EditHistory<State> => ({
  ...history,
  present,
});
