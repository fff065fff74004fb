--! runs with 0026_title_search
-- Adds pronunciation dictionaries with versions, and jobs that regenerate articles.

--! replaces 0038_dictionaries
-- Pronunciation dictionaries and their entries. The release before knows nothing of them, and writes to none of these tables.

-- CreateEnum
CREATE TYPE "DictionaryLevel" AS ENUM ('project', 'organization', 'global');

-- CreateEnum
CREATE TYPE "DictionaryEntryKind" AS ENUM ('substitution', 'phonemes', 'letters');

-- CreateTable
CREATE TABLE "Dictionary" (
    "id" SERIAL NOT NULL,
    "level" "DictionaryLevel" NOT NULL,
    "organizationId" INTEGER,
    "projectId" INTEGER,
    "name" TEXT NOT NULL,
    "language" TEXT,
    "provider" TEXT,
    "voice" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Dictionary_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DictionaryEntry" (
    "id" SERIAL NOT NULL,
    "dictionaryId" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "replacement" TEXT NOT NULL,
    "kind" "DictionaryEntryKind" NOT NULL DEFAULT 'substitution',
    "phonemes" TEXT,
    "wholeWord" BOOLEAN NOT NULL DEFAULT true,
    "matchCase" BOOLEAN NOT NULL DEFAULT false,
    "isPattern" BOOLEAN NOT NULL DEFAULT false,
    "inflected" BOOLEAN NOT NULL DEFAULT false,
    "searchText" TEXT NOT NULL GENERATED ALWAYS AS (fold_text("source" || E'\n' || "replacement")) STORED,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdById" INTEGER,
    "modifiedById" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "DictionaryEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Dictionary_projectId_idx" ON "Dictionary"("projectId");

-- CreateIndex
CREATE INDEX "Dictionary_organizationId_idx" ON "Dictionary"("organizationId");

-- CreateIndex
CREATE INDEX "Dictionary_level_idx" ON "Dictionary"("level");

-- CreateIndex
CREATE INDEX "DictionaryEntry_dictionaryId_id_idx" ON "DictionaryEntry"("dictionaryId", "id");

-- CreateIndex
CREATE INDEX "DictionaryEntry_dictionaryId_source_idx" ON "DictionaryEntry"("dictionaryId", "source");

-- CreateIndex
CREATE INDEX "DictionaryEntry_createdById_idx" ON "DictionaryEntry"("createdById");

-- CreateIndex
CREATE INDEX "DictionaryEntry_modifiedById_idx" ON "DictionaryEntry"("modifiedById");

-- AddForeignKey
ALTER TABLE "Dictionary" ADD CONSTRAINT "Dictionary_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Dictionary" ADD CONSTRAINT "Dictionary_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DictionaryEntry" ADD CONSTRAINT "DictionaryEntry_dictionaryId_fkey" FOREIGN KEY ("dictionaryId") REFERENCES "Dictionary"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DictionaryEntry" ADD CONSTRAINT "DictionaryEntry_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DictionaryEntry" ADD CONSTRAINT "DictionaryEntry_modifiedById_fkey" FOREIGN KEY ("modifiedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a data model cannot say.

ALTER TABLE "Dictionary" ADD CONSTRAINT "Dictionary_owner" CHECK (
  ("level" = 'project') = ("projectId" IS NOT NULL) AND ("level" = 'organization') = ("organizationId" IS NOT NULL));

-- A project has a dictionary from the start, whoever makes it: the release before, too.
CREATE FUNCTION parlance_project_dictionary() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Dictionary" ("level", "projectId", "name") VALUES ('project', NEW."id", 'Project Dictionary');
  RETURN NULL;
END $$;
CREATE TRIGGER project_dictionary AFTER INSERT ON "Project" FOR EACH ROW EXECUTE FUNCTION parlance_project_dictionary();

INSERT INTO "Dictionary" ("level", "projectId", "name") SELECT 'project', "id", 'Project Dictionary' FROM "Project";

--! replaces 0040_resounding
-- Voicing again what entries of dictionaries change: a job does it, from where it stopped. The release before knows nothing of it.

-- CreateEnum
CREATE TYPE "ResoundingStatus" AS ENUM ('running', 'waiting', 'finished', 'stopped');

-- CreateTable
CREATE TABLE "Resounding" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER,
    "entryIds" INTEGER[],
    "projectId" INTEGER,
    "organizationId" INTEGER,
    "since" TIMESTAMPTZ(3),
    "status" "ResoundingStatus" NOT NULL DEFAULT 'running',
    "charactersPerDay" INTEGER NOT NULL,
    "below" INTEGER NOT NULL,
    "top" INTEGER NOT NULL,
    "articles" INTEGER NOT NULL DEFAULT 0,
    "sentences" INTEGER NOT NULL DEFAULT 0,
    "characters" INTEGER NOT NULL DEFAULT 0,
    "charged" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "cost" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "day" DATE,
    "chargedOnDay" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Resounding_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Resounding_userId_idx" ON "Resounding"("userId");

-- CreateIndex
CREATE INDEX "Resounding_status_idx" ON "Resounding"("status");

-- AddForeignKey
ALTER TABLE "Resounding" ADD CONSTRAINT "Resounding_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

--! replaces 0050_dictionary_entry_versions
-- What an entry of a dictionary said before each change of it, and who had it say that. The release before knows no dictionaries.

-- CreateTable
CREATE TABLE "DictionaryEntryVersion" (
    "entryId" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "replacement" TEXT NOT NULL,
    "kind" "DictionaryEntryKind" NOT NULL,
    "phonemes" TEXT,
    "wholeWord" BOOLEAN NOT NULL,
    "matchCase" BOOLEAN NOT NULL,
    "isPattern" BOOLEAN NOT NULL,
    "inflected" BOOLEAN NOT NULL,
    "modifiedById" INTEGER,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "DictionaryEntryVersion_pkey" PRIMARY KEY ("entryId","revision")
);

-- CreateIndex
CREATE INDEX "DictionaryEntryVersion_modifiedById_idx" ON "DictionaryEntryVersion"("modifiedById");

-- AddForeignKey
ALTER TABLE "DictionaryEntryVersion" ADD CONSTRAINT "DictionaryEntryVersion_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "DictionaryEntry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DictionaryEntryVersion" ADD CONSTRAINT "DictionaryEntryVersion_modifiedById_fkey" FOREIGN KEY ("modifiedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a data model cannot say: whatever changes an entry, what it said is kept.
CREATE FUNCTION parlance_entry_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "DictionaryEntryVersion" ("entryId", "revision", "source", "replacement", "kind", "phonemes", "wholeWord", "matchCase",
    "isPattern", "inflected", "modifiedById", "modifiedAt", "deletedAt")
  VALUES (OLD."id", OLD."revision", OLD."source", OLD."replacement", OLD."kind", OLD."phonemes", OLD."wholeWord", OLD."matchCase",
    OLD."isPattern", OLD."inflected", OLD."modifiedById", OLD."modifiedAt", OLD."deletedAt")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER entry_version AFTER UPDATE OF "revision" ON "DictionaryEntry" FOR EACH ROW
  WHEN (OLD."revision" <> NEW."revision") EXECUTE FUNCTION parlance_entry_version();
