import '../dashboard/ui/base.css';
import 'graphiql/style.css';
import './partners.css';
import './explorer.css';
import { createRoot } from 'react-dom/client';
import { ExplorerPage } from './ExplorerPage.tsx';
import { followScheme } from './follow-scheme.ts';

followScheme();
createRoot(document.getElementById('root')!).render(<ExplorerPage />);
