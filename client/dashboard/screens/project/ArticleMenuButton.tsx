import { useRef, type ComponentProps } from 'react';
import { projectWords } from '../../generated/words/project.ts';
import { useLate } from '../../relay/use-late.ts';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import type ArticleMenu from './ArticleMenu.tsx';

const load = () => import('./ArticleMenu.tsx');

interface ArticleMenuButtonProps extends Omit<ComponentProps<typeof ArticleMenu>, 'trigger'> {
  title: string;
}

/** Opens what can be done with an article of the list. */
export function ArticleMenuButton({ title, ...menu }: ArticleMenuButtonProps) {
  const w = useWords(projectWords).menu;
  const trigger = useRef<HTMLButtonElement>(null);
  const { Opened, button } = useLate(load);
  if (Opened) return <Opened {...menu} trigger={trigger} />;
  return <MenuButton {...button} ref={trigger} label={w.actionsFor({ title })} />;
}
