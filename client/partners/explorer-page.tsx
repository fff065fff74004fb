import '../dashboard/ui/base.css';
import '../dashboard/ui/fonts/fonts.css';
import 'graphiql/style.css';
import './partners.css';
import './explorer.css';
import { createRoot } from 'react-dom/client';
import { wordsLoaded } from '../dashboard/words/words-part.ts';
import { ExplorerPage } from './ExplorerPage.tsx';
import { followScheme } from './follow-scheme.ts';

followScheme();
const root = createRoot(document.getElementById('root')!);
void Promise.resolve(wordsLoaded()).then(() => root.render(<ExplorerPage />));
