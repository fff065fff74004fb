import type { ReactNode } from 'react';
import { LanguageSwitch } from '../dashboard/ui/LanguageSwitch.tsx';
import { Logo } from '../dashboard/ui/Logo.tsx';
import { useWords } from '../dashboard/words/word-catalogue.ts';
import { partnerWords } from '../dashboard/generated/words/partner.ts';

/** Addresses of the pages for partners. */
export const partnerPages = { explorer: '/explorer', reference: '/api/docs' } as const;

/** The top of each page for partners: what it is, and the way to the others. */
export function PartnerHeader({ page, children }: { page: keyof typeof partnerPages; children?: ReactNode }) {
  const w = useWords(partnerWords);
  return (
    <header className="top">
      <a className="skip" href="#content">
        {w.skip}
      </a>
      <a className="brand" href="/" aria-label="Parlance">
        <Logo size={26} />
        <span>Parlance</span>
      </a>
      <nav aria-label={w.pages}>
        {(Object.keys(partnerPages) as (keyof typeof partnerPages)[]).map((name) => (
          <a key={name} href={partnerPages[name]} aria-current={name === page ? 'page' : undefined}>
            {w[name]}
          </a>
        ))}
        <a href="/">{w.dashboard}</a>
      </nav>
      <LanguageSwitch />
      {children}
    </header>
  );
}
