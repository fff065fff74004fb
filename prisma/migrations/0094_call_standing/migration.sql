--! runs with 0026_title_search
-- A stored result is returned only while its caller still has the rights that the call was made with. Rows of the release before have none
-- and end within a day.

-- AlterTable
ALTER TABLE "CallStep" ADD COLUMN IF NOT EXISTS "standing" TEXT[],
ADD COLUMN IF NOT EXISTS "projects" INTEGER[];
