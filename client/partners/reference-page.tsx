import '../dashboard/ui/base.css';
import '../dashboard/ui/fonts/fonts.css';
import './partners.css';
import './reference.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { wordsLoaded } from '../dashboard/words/words-part.ts';
import { followScheme } from './follow-scheme.ts';
import { ReferencePage } from './ReferencePage.tsx';

followScheme();
const root = createRoot(document.getElementById('root')!);
void Promise.resolve(wordsLoaded()).then(() =>
  root.render(
    <StrictMode>
      <ReferencePage />
    </StrictMode>,
  ),
);
