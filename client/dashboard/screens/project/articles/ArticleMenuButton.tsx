import { useRef, type ComponentProps } from 'react';
import { projectWords } from '../../../generated/words/project.ts';
import { usePrefetch } from '../../../relay/use-prefetch.ts';
import { MenuButton } from '../../../ui/dialogs/MenuButton.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import type ArticleMenu from './ArticleMenu.tsx';

const load = () => import('./ArticleMenu.tsx');

interface ArticleMenuButtonProps extends Omit<ComponentProps<typeof ArticleMenu>, 'trigger'> {
  title: string;
}

/** Opens what can be done with an article of the list. */
export function ArticleMenuButton({ title, ...menu }: ArticleMenuButtonProps) {
  const w = useWords(projectWords).menu;
  const trigger = useRef<HTMLButtonElement>(null);
  const { Opened, button } = usePrefetch(load);
  if (Opened) return <Opened {...menu} trigger={trigger} />;
  return <MenuButton {...button} ref={trigger} label={w.actionsFor({ title })} />;
}
