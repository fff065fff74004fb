-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "teasersAskedAt" TIMESTAMPTZ(3),
ADD COLUMN     "teasersError" TEXT;

-- AlterTable
ALTER TABLE "Audio" ADD COLUMN     "paywall" JSONB;

-- Teasers that are there were made for the paywall that their project has: nothing tells whether it was another once.
UPDATE "Audio" u SET "paywall" = jsonb_build_object(
    'paragraphs', p."paywallParagraphLimit",
    'suffix', CASE
      WHEN NOT p."paywallAudioSuffixEnabled" THEN 'null'::jsonb
      WHEN p."paywallAudioSuffix" ~ '^/download/audio/[A-Za-z0-9_-]+\.mp3$'
        THEN jsonb_build_object('file', substring(p."paywallAudioSuffix" FROM '^/download/audio/([A-Za-z0-9_-]+)\.mp3$'))
      ELSE '"words"'::jsonb END)
  FROM "Article" a JOIN "Project" p ON p."id" = a."projectId"
  WHERE a."id" = u."articleId" AND p."paywall" AND u."teaser" IS NOT NULL;
