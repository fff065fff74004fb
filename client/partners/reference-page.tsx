import '../dashboard/ui/base.css';
import './partners.css';
import './reference.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followScheme } from './follow-scheme.ts';
import { ReferencePage } from './ReferencePage.tsx';

followScheme();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ReferencePage />
  </StrictMode>,
);
