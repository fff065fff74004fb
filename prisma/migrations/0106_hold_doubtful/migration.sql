--! runs with 0026_title_search
-- Projects put articles with doubtful passages on hold before their audio becomes public. The release before does not.
-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "holdAmbiguous" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "holdDoubtful" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "holdLeftAsWritten" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "holdLength" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "holdMarkup" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "holdOtherScript" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "doubtfulPassage" TEXT;
