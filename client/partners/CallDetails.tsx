import { useState } from 'react';
import { useWords } from '../dashboard/words/word-catalogue.ts';
import { CopyButton } from './CopyButton.tsx';
import { FieldList, fieldsOf, Prose } from './FieldList.tsx';
import type { Call, Schema } from './openapi-document.ts';
import { partnerWords } from '../dashboard/generated/words/partner.ts';
import { curlOf, exampleOf, shortBodyOf } from './sample-call.ts';

const json = (value: unknown): string => JSON.stringify(value, null, 2);

interface CallDetailsProps {
  call: Call;
  failure: Schema | undefined;
  /** Shown at first, because the page's address names it. */
  opened: boolean;
}

/** A call: its method, path and purpose, and what belongs to it once it is opened. */
export function CallDetails({ call, failure, opened }: CallDetailsProps) {
  const { rest: w } = useWords(partnerWords);
  const [open, setOpen] = useState(opened);
  return (
    <details
      id={call.id}
      className="call"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="method" data-method={call.method}>
          {call.method}
        </span>
        <code className="path">{call.path}</code>
        <span className="summary">
          <Prose text={call.summary} />
        </span>
      </summary>
      {open && <CallBody call={call} failure={failure} />}
      {open && (
        <a
          className="permalink"
          href={`#${call.id}`}
          aria-label={w.linkTo({ call: `${call.method} ${call.path}` })}
        >
          #{call.id}
        </a>
      )}
    </details>
  );
}

function CallBody({ call, failure }: Pick<CallDetailsProps, 'call' | 'failure'>) {
  const { rest: w } = useWords(partnerWords);
  const { parameters, body } = call;
  return (
    <div className="body">
      <p>
        <Prose text={call.description} />
      </p>
      <section>
        <h3>{w.request}</h3>
        <Code text={curlOf(call, location.origin)} label={w.copyRequest} />
      </section>
      {parameters.length > 0 && (
        <section>
          <h3>{w.parameters}</h3>
          <FieldList
            label={w.parameters}
            fields={parameters.map((one) => ({ ...one, place: one.in === 'path' ? w.inPath : w.inQuery }))}
          />
        </section>
      )}
      {body && <RequestBody body={body} />}
      <Response reply={call.reply} />
      <Failures failures={call.failures} example={failure} />
    </div>
  );
}

function RequestBody({ body: { media, schema } }: { body: NonNullable<Call['body']> }) {
  const { rest: w } = useWords(partnerWords);
  const isForm = media[0] === 'multipart/form-data';
  return (
    <section>
      <h3>{w.body}</h3>
      <p className="media">
        {w.sentAs} {media.join(', ')}
      </p>
      <FieldList label={w.body} fields={fieldsOf(schema.items ?? schema)} />
      {!isForm && (
        <>
          <h4>{w.bodyExample}</h4>
          <Code text={json(shortBodyOf(schema))} label={w.bodyExample} />
        </>
      )}
    </section>
  );
}

function Response({ reply }: Pick<Call, 'reply'>) {
  const { rest: w } = useWords(partnerWords);
  return (
    <section>
      <h3>
        {w.response} {reply?.status ?? `204, ${w.noContent}`}
      </h3>
      {reply && reply.media !== 'application/json' && (
        <p>
          <code>{reply.media}</code>
        </p>
      )}
      {reply?.media === 'application/json' && (
        <>
          <h4>{w.responseExample}</h4>
          <Code text={json(exampleOf(reply.schema))} label={w.responseExample} />
          <Fields schema={reply.schema} />
        </>
      )}
    </section>
  );
}

interface FailuresProps extends Pick<Call, 'failures'> {
  /** Schema of a failure's body. */
  example: Schema | undefined;
}

/** How a call fails, by status, with an example of the body. */
function Failures({ failures, example }: FailuresProps) {
  const { rest: w } = useWords(partnerWords);
  return (
    <section>
      <h3>{w.errors}</h3>
      <dl className="failures">
        {failures.map(({ status, description }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              <Prose text={description} />
            </dd>
          </div>
        ))}
      </dl>
      {example && (
        <>
          <h4>{w.errorExample}</h4>
          <Code
            label={w.errorExample}
            text={json({
              ...(exampleOf(example) as object),
              message: 'The title is missing.',
              errors: { '[title]': ['Field is required.'] },
            })}
          />
        </>
      )}
    </section>
  );
}

function Fields({ schema }: { schema: Schema }) {
  const { rest: w } = useWords(partnerWords);
  const fields = fieldsOf(schema.items ?? schema);
  if (fields.length === 0) return null;
  return (
    <details className="reply-fields">
      <summary>{w.fields}</summary>
      <FieldList label={w.fields} fields={fields} />
    </details>
  );
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className="code">
      <CopyButton text={text} label={label} />
      <pre tabIndex={0} aria-label={label} role="region">
        <code>{text}</code>
      </pre>
    </div>
  );
}
