--! runs with 0026_title_search
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
