/** The changes of a table whose rows are added and removed; each gives the whole table to `change`. */
export function editRows<Row>(rows: readonly Row[], change: (changed: Row[]) => void) {
  return {
    set: (index: number, part: Partial<Row>) =>
      change(rows.map((row, other) => (other === index ? { ...row, ...part } : row))),
    add: (row: Row) => change([...rows, row]),
    remove: (index: number) => change(rows.filter((_, other) => other !== index)),
    moveUp: (index: number) => {
      const moved = [...rows];
      moved.splice(index - 1, 0, ...moved.splice(index, 1));
      change(moved);
    },
  };
}
