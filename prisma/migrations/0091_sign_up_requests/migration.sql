--! runs with 0026_title_search
-- Each request to sign up is a row of its own, known by its link, so that none replaces another's password; and knows the browser that asked.
-- The release before does not know the table. What waits in it was asked for within a day, and no browser is known to have asked for it.

-- short: pending sign-ups of one day
ALTER TABLE "SignUp" ADD COLUMN "browserHash" TEXT NOT NULL DEFAULT '';
-- unused since 0.1.0
ALTER TABLE "SignUp" DROP CONSTRAINT "SignUp_pkey";
-- short: pending sign-ups of one day
ALTER TABLE "SignUp" ADD CONSTRAINT "SignUp_pkey" PRIMARY KEY ("secretHash");
-- unused since 0.1.0
DROP INDEX "SignUp_secretHash_key";
-- short: pending sign-ups of one day
CREATE INDEX "SignUp_email_idx" ON "SignUp"("email");
