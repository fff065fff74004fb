import { useCallback, useEffect, useId, useState } from 'react';
import { useWords } from '../dashboard/words/word-catalogue.ts';
import { CallDetails } from './CallDetails.tsx';
import { Prose } from './FieldList.tsx';
import { callsOf, callsWith, failureSchema, type OpenapiDocument } from './openapi-document.ts';
import { PartnerHeader } from './PartnerHeader.tsx';
import { partnerWords } from '../dashboard/generated/words/partner.ts';

const address = '/api/openapi.json';

type Loading = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; document: OpenapiDocument };

/** The description of REST, read from the server's own OpenAPI document. */
export function ReferencePage() {
  const words = useWords(partnerWords);
  const { rest: w } = words;
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });
  const load = useCallback(async () => {
    setLoading({ state: 'loading' });
    const response = await fetch(address).catch(() => null);
    const document = response?.ok
      ? ((await response.json().catch(() => null)) as OpenapiDocument | null)
      : null;
    setLoading(document ? { state: 'loaded', document } : { state: 'failed' });
  }, []);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    document.title = `${w.title} · Parlance`;
  }, [w]);
  return (
    <>
      <PartnerHeader page="reference" />
      <main id="content" className="reference" tabIndex={-1}>
        {loading.state === 'loaded' ? (
          <Reference document={loading.document} />
        ) : (
          <div className="waiting">
            <h1>{w.title}</h1>
            <p role="status">{loading.state === 'loading' ? w.loading : w.failed}</p>
            {loading.state === 'failed' && (
              <button type="button" onClick={() => void load()}>
                {words.tryAgain}
              </button>
            )}
          </div>
        )}
      </main>
    </>
  );
}

const anchorOf = (group: string): string => `group-${group.toLowerCase().replaceAll(/\W+/g, '-')}`;

function Reference({ document: api }: { document: OpenapiDocument }) {
  const { rest: w } = useWords(partnerWords);
  const [text, setText] = useState('');
  const field = useId();
  const calls = callsOf(api);
  const shown = callsWith(calls, text);
  const groups = api.tags
    .map(({ name }) => ({ name, calls: shown.filter(({ group }) => group === name) }))
    .filter((one) => one.calls.length);
  const named = decodeURIComponent(location.hash.slice(1));
  // What the address names is there only now.
  useEffect(() => document.getElementById(named)?.scrollIntoView(), [named]);
  return (
    <>
      <nav className="groups" aria-label={w.contents}>
        {groups.map(({ name }) => (
          <a key={name} href={`#${anchorOf(name)}`}>
            {name}
          </a>
        ))}
      </nav>
      <div className="calls">
        <h1>{w.title}</h1>
        <p className="lead">
          <Prose text={api.info.description} />
        </p>
        <p>
          <a href={address}>{w.document}</a>
        </p>
        <h2>{w.authentication}</h2>
        <p>{w.authenticationText}</p>
        <ul aria-label={w.ways}>
          {Object.entries(api.components.securitySchemes).map(([name, { description }]) => (
            <li key={name}>{description}</li>
          ))}
        </ul>
        <pre tabIndex={0}>
          <code>{`TOKEN=…\ncurl ${location.origin}/api/projects -H "Authorization: Bearer $TOKEN"`}</code>
        </pre>
        <div className="find" role="search">
          <label htmlFor={field}>{w.search}</label>
          <input
            id={field}
            type="search"
            autoComplete="off"
            placeholder={w.searchHint}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <span role="status">{w.found({ shown: shown.length, all: calls.length })}</span>
        </div>
        {groups.length === 0 && <p>{w.none}</p>}
        {groups.map(({ name, calls: ofGroup }) => (
          <section key={name} aria-labelledby={anchorOf(name)}>
            <h2 id={anchorOf(name)}>{name}</h2>
            {ofGroup.map((call) => (
              <CallDetails
                key={call.id}
                call={call}
                failure={api.components.schemas[failureSchema]}
                opened={call.id === named}
              />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
