--! runs with 0026_title_search
-- Pictures that were uploaded for articles, which the clean-up of images looks up. The release before does not write any.
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Article_uploaded_picture";
CREATE INDEX CONCURRENTLY "Article_uploaded_picture" ON "Article" (right("imageUrl", 40)) WHERE "imageUrl" LIKE '%/download/image/%';
