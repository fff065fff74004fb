import { declareMessages } from '../lib/declare-messages.ts';

/** What is wrong with a voice tag, and where: line and column count from 1. */
export const voiceTagMessages = declareMessages({
  VOICE_TAG_NESTED:
    'A voice tag is nested inside another one; close the first before opening the next. (line {line, number, ::group-off}, column {column, number, ::group-off})',
  VOICE_TAG_NOT_OPENED:
    'A closing voice tag has no opening tag. (line {line, number, ::group-off}, column {column, number, ::group-off})',
  VOICE_TAG_NOT_CLOSED:
    'A voice tag is never closed; add </voice>. (line {line, number, ::group-off}, column {column, number, ::group-off})',
  VOICE_TAG_CLOSED_OTHERWISE:
    'A closing voice tag must be written </voice>. (line {line, number, ::group-off}, column {column, number, ::group-off})',
  VOICE_TAG_SELF_CLOSING:
    'A voice tag must enclose text and cannot be self-closing; write <voice name="…">text</voice>. (line {line, number, ::group-off}, column {column, number, ::group-off})',
  VOICE_TAG_MALFORMED:
    'A voice tag is malformed; write <voice name="…">text</voice>. (line {line, number, ::group-off}, column {column, number, ::group-off})',
  VOICE_TAG_WITHOUT_NAME:
    'A voice tag has no name; write <voice name="…">. (line {line, number, ::group-off}, column {column, number, ::group-off})',
  VOICE_TAG_UNKNOWN_ATTRIBUTE:
    'A voice tag has the attribute "{attribute}"; only name, style and language are supported. (line {line, number, ::group-off}, column {column, number, ::group-off})',
  VOICE_TAG_ATTRIBUTE_TWICE:
    'A voice tag has the attribute "{attribute}" twice. (line {line, number, ::group-off}, column {column, number, ::group-off})',
  VOICE_TAG_UNKNOWN_VOICE:
    'The voice "{voice}" is unknown. (line {line, number, ::group-off}, column {column, number, ::group-off})',
});

/** What is wrong with an address. */
export const addressMessages = declareMessages({
  NOT_A_WEB_ADDRESS: 'Enter a complete web address (https://…).',
  ADDRESS_WITH_CREDENTIALS: 'The address must not contain a user name or password.',
  ADDRESS_TOO_LONG: 'Enter up to {most, number, ::group-off} characters.',
});
