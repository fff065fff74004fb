/** The order of a project's rules as one of them was deleted, itself among them. */
export interface RuleOrder {
  id: number;
  ruleOrder: readonly number[];
}

/**
 * Returns where to restore a rule among the existing ones: before the first that came after it, else behind
 * the last that came before it. If the other rule was deleted at a different time, one of the two stored
 * orders contains both.
 * @param there ids of the existing rules, in order
 * @param others stored orders of those that were once deleted
 * @returns the index, from 0
 */
export function ruleIndexOf(own: RuleOrder, there: readonly number[], others: readonly RuleOrder[]): number {
  const kept = new Map(others.map(({ id, ruleOrder }) => [id, ruleOrder]));
  const index = own.ruleOrder.indexOf(own.id);
  const isAfter = (id: number): boolean | null => {
    const at = own.ruleOrder.indexOf(id);
    if (at >= 0) return at > index;
    // It was not there as this one was deleted; perhaps this one was as that was.
    const order = kept.get(id) ?? [];
    const place = order.indexOf(own.id);
    return place < 0 ? null : order.indexOf(id) > place;
  };
  const first = there.findIndex((id) => isAfter(id) === true);
  if (first >= 0) return first;
  const last = there.findLastIndex((id) => isAfter(id) === false);
  return last >= 0 ? last + 1 : Math.min(Math.max(0, index), there.length);
}
