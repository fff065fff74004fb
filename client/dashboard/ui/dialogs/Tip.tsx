import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

export interface TipProps {
  target: RefObject<HTMLElement | null>;
  opened: boolean;
  label: string;
}

/** Tooltip beside an element. */
export default function Tip({ target, opened, label }: TipProps) {
  return <Tooltip target={target} opened={opened} label={label} multiline maw={320} withArrow />;
}
