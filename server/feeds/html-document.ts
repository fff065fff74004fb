import { escape } from './markup-writer.ts';

/**
 * A page of HTML that is sent as it is, without the dashboard's scripts.
 * @param title plain text
 * @param head further elements
 * @param body elements
 */
export const htmlDocument = ({
  language,
  title,
  head = '',
  body,
}: {
  language: string;
  title: string;
  head?: string;
  body: string;
}): string => `<!doctype html>
<html lang="${escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
