import { usePluginStore } from '@graphiql/react';
import { GraphiQL } from 'graphiql';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useWords, currentWords } from '../dashboard/words/word-catalogue.ts';
import { AccessBar } from './AccessBar.tsx';
import { createFetcher } from './graphql-fetcher.ts';
import { useCaller } from './caller.ts';
import { useScheme } from './follow-scheme.ts';
import { PartnerHeader } from './PartnerHeader.tsx';
import { partnerWords } from '../dashboard/generated/words/partner.ts';
import { IdsContext, SamplesPane } from './SamplesPane.tsx';
import { samples } from './samples.ts';

function SamplesIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M5 4h10l4 4v12H5z M9 11l-2 2.5L9 16 M15 11l2 2.5L15 16 M13 10l-2 7" />
    </svg>
  );
}

/** GraphiQL on the server's own endpoint, with operations to begin with and a place for a partner's token. */
export function ExplorerPage() {
  const w = useWords(partnerWords);
  const scheme = useScheme();
  const [token, setToken] = useState<string | null>(null);
  const [caller, askAgain] = useCaller(token);
  const present = useRef(token);
  useLayoutEffect(() => {
    present.current = token;
  }, [token]);
  const fetcher = useMemo(
    () =>
      createFetcher(
        // oxlint-disable-next-line react/refs -- called for each operation, not while rendering
        () => present.current,
        () => currentWords(partnerWords).unreachable,
      ),
    [],
  );
  // The explorer closes its pane whenever this list is another one, so it keeps the name that the pane has at
  // first.
  const [plugins] = useState(() => [{ title: w.samples.title, icon: SamplesIcon, content: SamplesPane }]);
  const frame = useRef<HTMLElement>(null);
  const known = usePluginStore((store) => store.plugins);
  // A pane that is made visible by a property stays outside of the window in this release; its button opens
  // it.
  useEffect(() => {
    const index = known.findIndex(({ content }) => content === SamplesPane);
    frame.current?.querySelector<HTMLButtonElement>(`.graphiql-sidebar [data-index="${index}"]`)?.click();
  }, [known]);

  // Once the server answers again, the schema is read again.
  const [outages, setOutages] = useState(0);
  const wasUnreachable = useRef(false);
  useEffect(() => {
    if (caller.kind === 'asking') return;
    if (wasUnreachable.current && caller.kind !== 'unreachable') setOutages((before) => before + 1);
    wasUnreachable.current = caller.kind === 'unreachable';
  }, [caller]);

  useEffect(() => {
    document.title = `${w.explorer} · Parlance`;
  }, [w]);

  return (
    <IdsContext value={'ids' in caller ? caller.ids : null}>
      <div className="explorer">
        <PartnerHeader page="explorer" />
        <AccessBar token={token} caller={caller} onToken={setToken} onAskAgain={askAgain} />
        <main ref={frame} id="content" tabIndex={-1}>
          <h1 className="visually-hidden">{w.explorer}</h1>
          <GraphiQL
            key={outages}
            fetcher={fetcher}
            plugins={plugins}
            defaultQuery={samples.projects.query}
            defaultEditorToolsVisibility="variables"
            shouldPersistHeaders={false}
            forcedTheme={scheme}
            inputValueDeprecation
            schemaDescription
          />
        </main>
      </div>
    </IdsContext>
  );
}
