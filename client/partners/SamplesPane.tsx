import { useEditorContext, usePluginStore } from '@graphiql/react';
import { createContext, useContext, useEffect, useState } from 'react';
import { useWords } from '../dashboard/words/word-catalogue.ts';
import type { FirstIds } from './caller.ts';
import { partnerWords } from '../dashboard/generated/words/partner.ts';
import { sampleNames, samples, variablesText, type SampleName } from './samples.ts';

/** The ids that the samples are filled with. */
export const IdsContext = createContext<FirstIds | null>(null);

/** Below this, the pane covers what it opens. */
const narrow = matchMedia('(max-width: 760px)');

/** The explorer's pane of operations to begin with, and of how programs authenticate. */
export function SamplesPane() {
  const w = useWords(partnerWords);
  const ids = useContext(IdsContext);
  const { addTab, queryEditor, variableEditor, headerEditor, responseEditor, activeTabIndex } =
    useEditorContext({ nonNull: true });
  const { setVisiblePlugin } = usePluginStore();
  const [chosen, setChosen] = useState<{ name: SampleName } | null>(null);

  // The new tab's editors are filled once the tab is there.
  useEffect(() => {
    if (!chosen || !queryEditor || !variableEditor) return;
    const sample = samples[chosen.name];
    queryEditor.setValue(sample.query);
    variableEditor.setValue(variablesText(sample, ids ?? { project: null, article: null }));
    setChosen(null);
    if (narrow.matches) setVisiblePlugin(null);
    queryEditor.focus();
  }, [chosen, activeTabIndex, queryEditor, variableEditor, ids, setVisiblePlugin]);

  // The explorer leaves its fields without names.
  useEffect(() => {
    queryEditor?.setOption('screenReaderLabel', w.editors.query);
    variableEditor?.setOption('screenReaderLabel', w.editors.variables);
    headerEditor?.setOption('screenReaderLabel', w.editors.headers);
    responseEditor?.setOption('screenReaderLabel', w.editors.response);
  }, [queryEditor, variableEditor, headerEditor, responseEditor, w]);

  const choose = (name: SampleName) => {
    // Text that the user wrote stays in its tab.
    const present = queryEditor?.getValue() ?? '';
    const isOwn = present.trim() !== '' && sampleNames.every((other) => samples[other].query !== present);
    if (isOwn) addTab();
    setChosen({ name });
  };

  return (
    <section className="samples" aria-label={w.samples.title}>
      <h2>{w.samples.title}</h2>
      <p>{ids && ids.project === null ? w.samples.noProject : w.samples.about}</p>
      <ul>
        {sampleNames.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => choose(name)}>
              <strong>{w.samples.list[name].name}</strong>
              {samples[name].query.includes('\nmutation') && <em>{w.samples.writes}</em>}
              <span>{w.samples.list[name].about}</span>
            </button>
          </li>
        ))}
      </ul>
      <h2>{w.help.title}</h2>
      <p>{w.help.here}</p>
      <p>{w.help.http}</p>
      <pre tabIndex={0}>
        <code>{`curl ${location.origin}/graphql \\\n  -H 'Authorization: Bearer TOKEN' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"query": "{ viewer { user { name } } }"}'`}</code>
      </pre>
      <p>{w.help.socket}</p>
      <pre tabIndex={0}>
        <code>{'{"type": "connection_init",\n "payload": {"authorization": "Bearer TOKEN"}}'}</code>
      </pre>
      <p>{w.help.where}</p>
      <p>{w.help.limits}</p>
    </section>
  );
}
