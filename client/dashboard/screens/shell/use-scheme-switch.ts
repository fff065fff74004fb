import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { shellWords } from '../../generated/words/shell.ts';
import { useWords } from '../../words/word-catalogue.ts';

/**
 * Light or dark, and the change to the other; when the choice is the system's own, it follows the system
 * again.
 */
export function useSchemeSwitch() {
  const w = useWords(shellWords);
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const next = shown === 'dark' ? 'light' : 'dark';
  return {
    shown,
    label: next === 'light' ? w.lightScheme : w.darkScheme,
    change() {
      const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
      setColorScheme(next === system ? 'auto' : next);
    },
  };
}
