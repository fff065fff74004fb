import { Button } from '@mantine/core';
import { parsingWords } from '../../../generated/words/parsing.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { SettingsFields } from '../settings-fields.ts';
import preview from './ExtractionPreview.module.css';
import type { Trial } from './use-try-extraction.ts';

type Rule = SettingsFields['extractorRules'][number];

/**
 * Shows the result of each paragraph of a page and the reason. A rule for similar pages includes or
 * excludes it.
 */
export function PageParagraphs({
  paragraphs,
  onRule,
}: {
  paragraphs: Trial['paragraphs'];
  onRule: (rule: Rule) => void;
}) {
  const w = useWords(parsingWords).preview;
  if (paragraphs.length === 0) return null;
  return (
    <>
      <h4 id="page-paragraphs">{w.paragraphs}</h4>
      <p>{w.leftOut({ count: paragraphs.filter(({ isIncluded }) => !isIncluded).length })}</p>
      <ul className={preview.paragraphs} aria-labelledby="page-paragraphs">
        {paragraphs.map(({ text, isIncluded, reason, rule: { type, selector } }, index) => (
          <li key={index} data-left-out={isIncluded ? undefined : ''}>
            <p>{text}</p>
            <div className={preview.choice}>
              <span>{reason && w.reasons[reason as keyof typeof w.reasons]}</span>
              <Button
                variant="default"
                size="compact-xs"
                title={selector}
                aria-label={
                  isIncluded
                    ? w.leaveOutOf({ text: text.slice(0, 60) })
                    : w.takeInOf({ text: text.slice(0, 60) })
                }
                onClick={() => onRule({ type: type as Rule['type'], selector })}
              >
                {isIncluded ? w.leaveOut : w.takeIn}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
