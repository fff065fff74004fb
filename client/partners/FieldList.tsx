import { useWords } from '../dashboard/words/word-catalogue.ts';
import { kindOf, type Schema } from './openapi-document.ts';
import { partnerWords } from '../dashboard/generated/words/partner.ts';

/** Renders a text of the document, in which names are between backticks. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

export interface Field {
  name: string;
  schema: Schema;
  required?: boolean | undefined;
  description?: string | undefined;
  /** Where it is sent, such as "in the path". */
  place?: string;
}

export const fieldsOf = ({ properties, required }: Schema): Field[] =>
  Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    required: required?.includes(name),
  }));

/** What an object's fields, or those of the objects in a list, are below it. */
const innerOf = (schema: Schema): Schema | null =>
  schema.properties ? schema : schema.items ? innerOf(schema.items) : null;

/** Fields with their kinds and what they mean, and those of the objects in them. */
export function FieldList({ fields, label }: { fields: Field[]; label?: string }) {
  const { rest: w } = useWords(partnerWords);
  return (
    <ul className="fields" aria-label={label}>
      {fields.map(
        ({
          name,
          schema,
          required,
          place,
          description = schema.description ?? schema.items?.description,
        }) => {
          const inner = innerOf(schema);
          return (
            <li key={name}>
              <code className="name">{name}</code> <span className="kind">{kindOf(schema)}</span>
              {place && <span className="place">{place}</span>}
              {required && <span className="place">{w.required}</span>}
              {description && (
                <p>
                  <Prose text={description} />
                </p>
              )}
              {inner && <FieldList fields={fieldsOf(inner)} />}
            </li>
          );
        },
      )}
    </ul>
  );
}
