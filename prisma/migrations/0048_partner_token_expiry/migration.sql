--! runs with 0026_title_search
-- From where a partner token was used last, and when its end was announced. The release before writes neither.

-- AlterTable
ALTER TABLE "PartnerToken" ADD COLUMN "lastUsedNetwork" TEXT,
ADD COLUMN "remindedAt" TIMESTAMPTZ(3);
