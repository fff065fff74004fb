import { Select, type SelectProps } from '@mantine/core';

/**
 * A select that is searched by typing: a click marks what it holds, so that the first letter takes its place.
 */
export function SearchSelect(props: Omit<SelectProps, 'searchable' | 'onClick' | 'maxDropdownHeight'>) {
  return (
    <Select {...props} searchable maxDropdownHeight={320} onClick={(event) => event.currentTarget.select()} />
  );
}
