--! runs with 0026_title_search
-- Records why something failed as a message with a code and parameters.

--! replaces 0034_messages_with_codes
-- Why something failed and what logs report, as messages with codes and parameters beside the sentences, which stay. What the release
-- before writes is known by its sentence alone.
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "errorNotices" JSONB;
ALTER TABLE "ArticleLog" ADD COLUMN IF NOT EXISTS "textNotices" JSONB;
ALTER TABLE "Source" ADD COLUMN IF NOT EXISTS "errorNotices" JSONB;
ALTER TABLE "Source" ADD COLUMN IF NOT EXISTS "pageNotices" JSONB;
ALTER TABLE "Rendition" ADD COLUMN IF NOT EXISTS "errorNotices" JSONB;
ALTER TABLE "Episode" ADD COLUMN IF NOT EXISTS "errorNotices" JSONB;
ALTER TABLE "JoinedAudio" ADD COLUMN IF NOT EXISTS "errorNotices" JSONB;
ALTER TABLE "Playlist" ADD COLUMN IF NOT EXISTS "joinedErrorNotices" JSONB;
ALTER TABLE "Project" ADD COLUMN IF NOT EXISTS "teasersErrorNotices" JSONB;
ALTER TABLE "HubPing" ADD COLUMN IF NOT EXISTS "errorNotices" JSONB;
ALTER TABLE "Deployment" ADD COLUMN IF NOT EXISTS "descriptionNotices" JSONB;

-- The release before changes sentences and knows of no messages: those of the sentence before are none of the new one.
CREATE OR REPLACE FUNCTION parlance_sentence_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW := jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[0], NULL));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER article_error_changed BEFORE UPDATE OF "error" ON "Article" FOR EACH ROW
  WHEN (OLD."error" IS DISTINCT FROM NEW."error" AND OLD."errorNotices" = NEW."errorNotices") EXECUTE FUNCTION parlance_sentence_changed('errorNotices');
CREATE OR REPLACE TRIGGER source_error_changed BEFORE UPDATE OF "error" ON "Source" FOR EACH ROW
  WHEN (OLD."error" IS DISTINCT FROM NEW."error" AND OLD."errorNotices" = NEW."errorNotices") EXECUTE FUNCTION parlance_sentence_changed('errorNotices');
CREATE OR REPLACE TRIGGER source_page_notice_changed BEFORE UPDATE OF "pageNotice" ON "Source" FOR EACH ROW
  WHEN (OLD."pageNotice" IS DISTINCT FROM NEW."pageNotice" AND OLD."pageNotices" = NEW."pageNotices") EXECUTE FUNCTION parlance_sentence_changed('pageNotices');
CREATE OR REPLACE TRIGGER rendition_error_changed BEFORE UPDATE OF "error" ON "Rendition" FOR EACH ROW
  WHEN (OLD."error" IS DISTINCT FROM NEW."error" AND OLD."errorNotices" = NEW."errorNotices") EXECUTE FUNCTION parlance_sentence_changed('errorNotices');
CREATE OR REPLACE TRIGGER episode_error_changed BEFORE UPDATE OF "error" ON "Episode" FOR EACH ROW
  WHEN (OLD."error" IS DISTINCT FROM NEW."error" AND OLD."errorNotices" = NEW."errorNotices") EXECUTE FUNCTION parlance_sentence_changed('errorNotices');
CREATE OR REPLACE TRIGGER joined_audio_error_changed BEFORE UPDATE OF "error" ON "JoinedAudio" FOR EACH ROW
  WHEN (OLD."error" IS DISTINCT FROM NEW."error" AND OLD."errorNotices" = NEW."errorNotices") EXECUTE FUNCTION parlance_sentence_changed('errorNotices');
CREATE OR REPLACE TRIGGER playlist_joined_error_changed BEFORE UPDATE OF "joinedError" ON "Playlist" FOR EACH ROW
  WHEN (OLD."joinedError" IS DISTINCT FROM NEW."joinedError" AND OLD."joinedErrorNotices" = NEW."joinedErrorNotices") EXECUTE FUNCTION parlance_sentence_changed('joinedErrorNotices');
CREATE OR REPLACE TRIGGER project_teasers_error_changed BEFORE UPDATE OF "teasersError" ON "Project" FOR EACH ROW
  WHEN (OLD."teasersError" IS DISTINCT FROM NEW."teasersError" AND OLD."teasersErrorNotices" = NEW."teasersErrorNotices") EXECUTE FUNCTION parlance_sentence_changed('teasersErrorNotices');
CREATE OR REPLACE TRIGGER hub_ping_error_changed BEFORE UPDATE OF "error" ON "HubPing" FOR EACH ROW
  WHEN (OLD."error" IS DISTINCT FROM NEW."error" AND OLD."errorNotices" = NEW."errorNotices") EXECUTE FUNCTION parlance_sentence_changed('errorNotices');
CREATE OR REPLACE TRIGGER deployment_description_changed BEFORE UPDATE OF "description" ON "Deployment" FOR EACH ROW
  WHEN (OLD."description" IS DISTINCT FROM NEW."description" AND OLD."descriptionNotices" = NEW."descriptionNotices") EXECUTE FUNCTION parlance_sentence_changed('descriptionNotices');

-- What was declared when this was released, by its sentence: the messages, or NULL. Of patterns the part comes first that finds them.
CREATE OR REPLACE FUNCTION parlance_notices_of(sentence text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  known text;
  one record;
  groups text[];
  parameters jsonb;
BEGIN
  SELECT code INTO known FROM (VALUES
    ('out of chars', 'SPENDING_OUT_OF_CHARACTERS'),
    ('Amazon accounts cannot be linked: this server has no credentials for Login with Amazon. The operator sets LWA_CLIENT_ID and LWA_CLIENT_SECRET.', 'AMAZON_NOT_SET_UP'),
    ('Amazon does not accept this server’s credentials (LWA_CLIENT_ID, LWA_CLIENT_SECRET). Please tell the operator.', 'AMAZON_CREDENTIALS_REFUSED'),
    ('No Amazon account is connected. Please connect one first.', 'AMAZON_NOT_CONNECTED'),
    ('Amazon no longer accepts the link to this account. Please connect it again.', 'AMAZON_LINK_REFUSED'),
    ('The link to this account can no longer be read. Please connect it again.', 'AMAZON_LINK_UNREADABLE'),
    ('The linked Amazon account may not do this. It needs an Alexa developer account.', 'AMAZON_ACCOUNT_WITHOUT_RIGHT'),
    ('This answer of Amazon’s does not belong to what you began here. Please connect the account again.', 'AMAZON_ANSWER_NOT_OURS'),
    ('The account was not connected, because the access was not allowed at Amazon.', 'AMAZON_ACCESS_DENIED'),
    ('Amazon did not connect the account.', 'AMAZON_DID_NOT_CONNECT'),
    ('Amazon did not send a token for later.', 'AMAZON_NO_TOKEN_FOR_LATER'),
    ('Amazon asks us to come less often.', 'AMAZON_SIGN_IN_TOO_OFTEN'),
    ('Amazon’s sign-in service has a problem of its own.', 'AMAZON_SIGN_IN_TROUBLE'),
    ('Amazon does not know this skill.', 'AMAZON_SKILL_UNKNOWN'),
    ('The skill is being changed by somebody else.', 'AMAZON_SKILL_BUSY'),
    ('Amazon asks us to come less often. Please try again later.', 'AMAZON_TOO_OFTEN'),
    ('Amazon’s skill service has a problem of its own. Please try again later.', 'AMAZON_TROUBLE'),
    ('Deployment is waiting to start', 'DEPLOYMENT_WAITING'),
    ('Amazon is receiving the skill.', 'DEPLOYMENT_RECEIVING_SKILL'),
    ('Amazon is checking the skill.', 'DEPLOYMENT_CHECKING_SKILL'),
    ('Amazon is building the languages.', 'DEPLOYMENT_BUILDING_LANGUAGES'),
    ('The skill is ready in the Alexa developer console. Publish it there to make it available to everyone.', 'DEPLOYMENT_FINISHED'),
    ('Amazon did not finish within an hour, so this was given up. Please publish the skill again.', 'DEPLOYMENT_TOO_SLOW'),
    ('The channel was deleted.', 'DEPLOYMENT_CHANNEL_DELETED'),
    ('Alexa only reaches servers by https. The operator of this server must set PUBLIC_URL to an https address.', 'DEPLOYMENT_WITHOUT_HTTPS'),
    ('The name of the skill has no words that Alexa understands. Please choose another name.', 'DEPLOYMENT_NAME_WITHOUT_WORDS'),
    ('Its original was deleted.', 'DUPLICATE_ORIGINAL_DELETED'),
    ('There are no characters left for the invitation to subscribe.', 'TEASERS_OUT_OF_CHARACTERS'),
    ('The text contains nothing to speak: no words and no numbers.', 'VOICE_HAS_NOTHING_TO_SAY'),
    ('Reading the page took too long.', 'PAGE_TOO_SLOW'),
    ('The page needs too much memory to be read.', 'PAGE_NEEDS_MEMORY'),
    ('The page could not be read.', 'PAGE_NOT_READ'),
    ('The page is empty.', 'PAGE_EMPTY'),
    ('The page is nested too deeply or has too many elements to be read.', 'PAGE_TOO_COMPLEX'),
    ('The address leads to a file, not to a page.', 'PAGE_IS_FILE'),
    ('The address leads to a PDF, not to a page.', 'PAGE_IS_PDF'),
    ('The article has no URL to read its text from.', 'PAGE_ADDRESS_MISSING'),
    ('The site''s robots.txt asks programs like this one not to read the page. If this is your site, set the source to ignore robots.txt.', 'PAGE_ROBOTS_TXT_FORBIDS'),
    ('The page asks programs not to use it (X-Robots-Tag or robots meta tag). If this is your site, set the source to ignore robots.txt.', 'PAGE_FORBIDS_USE'),
    ('The site''s robots.txt asks programs like this one not to read it. If the site is yours, let the source pass over robots.txt.', 'SITE_ROBOTS_TXT_FORBIDS_SOURCE'),
    ('The extractor rule ''should_strict'' matches nothing on this page.', 'EXTRACTOR_RULE_STRICT_FAILED'),
    ('What the extractor rules name holds no text.', 'EXTRACTOR_RULES_WITHOUT_TEXT'),
    ('The source has no URL.', 'FEED_ADDRESS_MISSING'),
    ('The address answers an empty document.', 'FEED_EMPTY'),
    ('The feed has too many parts to be read.', 'FEED_TOO_MANY_PARTS'),
    ('The feed is nested too deeply or has too many elements.', 'FEED_TOO_COMPLEX'),
    ('The address answers JSON that is damaged.', 'FEED_JSON_DAMAGED'),
    ('The address answers JSON, but not a JSON Feed (jsonfeed.org).', 'FEED_IS_OTHER_JSON'),
    ('The address answers a document that is neither RSS nor Atom nor JSON Feed.', 'FEED_IS_NONE'),
    ('This is a web page, not a feed.', 'FEED_IS_PAGE'),
    ('The feed has no text of this article.', 'FEED_WITHOUT_TEXT'),
    ('The rules take too long: up to here they need more than a second.', 'URL_REPLACEMENT_TOO_SLOW'),
    ('This is not a complete web address (https://...).', 'FETCH_NO_WEB_ADDRESS'),
    ('Only addresses that begin with http:// or https:// can be fetched.', 'FETCH_ONLY_HTTP'),
    ('The address must not contain a user name or password.', 'FETCH_ADDRESS_WITH_PASSWORD'),
    ('The address has no host name.', 'FETCH_ADDRESS_WITHOUT_HOST'),
    ('The request is malformed.', 'FETCH_MALFORMED_REQUEST'),
    ('The response is compressed too many times.', 'FETCH_COMPRESSED_TOO_OFTEN'),
    ('The fetch was cancelled.', 'FETCH_CANCELLED'),
    ('The server cannot start a thread right now: too many files are open (ulimit -n).', 'THREAD_NO_HANDLES'),
    ('The server cannot start a thread right now: too many files are open on this machine.', 'THREAD_NO_HANDLES_ON_MACHINE'),
    ('The server cannot start a thread right now: too many processes run (ulimit -u).', 'THREAD_TOO_MANY_PROCESSES'),
    ('The server cannot start a thread right now: there is no memory for it.', 'THREAD_NO_MEMORY'),
    ('Voicing this article was interrupted repeatedly. See the server log for details.', 'VOICING_INTERRUPTED'),
    ('The thread working on this article crashed, and crashed again on the next attempt. Please change the text of the article, or the page it is read from.', 'VOICING_CRASHED'),
    ('Another article is voicing the same text.', 'VOICING_ELSEWHERE'),
    ('The voice cannot speak anything in this article.', 'VOICING_VOICE_SAYS_NOTHING'),
    ('More articles at once than usual.', 'ARTICLE_HELD_WITH_OTHERS'),
    ('The voice or its settings have changed.', 'ARTICLE_VOICE_CHANGED'),
    ('The voice, the settings or the rules have changed.', 'ARTICLE_SOUND_CHANGED'),
    ('There was nothing to spell out.', 'ARTICLE_NOTHING_SPELLED_OUT'),
    ('The file could not be made. See the server log for details.', 'FILE_NOT_MADE'),
    ('The article no longer exists.', 'FILE_ARTICLE_GONE'),
    ('This version was made before its parts were stored. Choose “Voice again” in the article’s menu first.', 'FILE_PARTS_NOT_STORED'),
    ('The audio from the speech service is no longer in storage. Choose “Voice again” in the article’s menu first.', 'FILE_SPEECH_LOST'),
    ('The audio from the speech service is no longer in storage. Choose “Voice again” in the article’s menu.', 'TEASER_SPEECH_LOST'),
    ('The text or the rules have changed since the article was voiced. Choose “Voice again” in the article’s menu.', 'TEASER_TEXT_CHANGED'),
    ('It is no longer kept.', 'JOINED_NOT_KEPT'),
    ('The text contains nothing that can be spoken', 'SPEECH_NOTHING_TO_SPEAK')
  ) exact(said, code) WHERE said = sentence;
  IF FOUND THEN
    RETURN jsonb_build_array(jsonb_build_object('code', known, 'parameters', '{}'::jsonb));
  END IF;
  FOR one IN SELECT * FROM (VALUES
    (' characters to voice, more than the project''s daily limit of ', '^This article has (-?[\d.]+) characters to voice, more than the project''s daily limit of (-?[\d.]+)\.$', 'SPENDING_ARTICLE_ABOVE_DAILY_LIMIT', ARRAY['characters:n', 'limit:n'], '{}'),
    (' characters is reached. Voicing goes on after midnight (UTC).', '^The project''s daily limit of (-?[\d.]+) characters is reached\. Voicing goes on after midnight \(UTC\)\.$', 'SPENDING_DAILY_LIMIT_REACHED', ARRAY['limit:n'], '{}'),
    (' has no Alexa developer account yet. Register one at developer.amazon.com, then connect again.', '^The Amazon account (.+) has no Alexa developer account yet\. Register one at developer\.amazon\.com, then connect again\.$', 'AMAZON_NO_DEVELOPER', ARRAY['account'], '{}'),
    ('Amazon’s sign-in service refused the request (HTTP ', '^Amazon’s sign-in service refused the request \(HTTP (-?[\d.]+)\)\.$', 'AMAZON_SIGN_IN_REFUSED', ARRAY['status:n'], '{}'),
    ('Amazon refused the skill (HTTP ', '^Amazon refused the skill \(HTTP (-?[\d.]+)\)\.$', 'AMAZON_SKILL_REFUSED', ARRAY['status:n'], '{}'),
    ('Amazon answered in a form that is not understood (HTTP ', '^Amazon answered in a form that is not understood \(HTTP (-?[\d.]+)\)\.$', 'AMAZON_NOT_UNDERSTOOD', ARRAY['status:n'], '{}'),
    ('Amazon is receiving the languages: ', '^Amazon is receiving the languages: (-?[\d.]+) of (-?[\d.]+)\.$', 'DEPLOYMENT_RECEIVING_LANGUAGES', ARRAY['language:n', 'languages:n'], '{}'),
    ('Amazon did not accept this: The skill. Amazon says: “', '^Amazon did not accept this: The skill\. Amazon says: “(.+)”$', 'DEPLOYMENT_SKILL_NOT_ACCEPTED', ARRAY['said'], '{}'),
    ('Amazon did not accept this: ', '^Amazon did not accept this: (.+)\. Amazon says: “(.+)”$', 'DEPLOYMENT_LANGUAGE_NOT_ACCEPTED', ARRAY['language', 'said'], '{}'),
    (' of the project “', '^From article (-?[\d.]+) of the project “(.+)”\.$', 'DUPLICATE_OF_ARTICLE', ARRAY['article:n', 'project'], '{}'),
    (' of the project “', '^To article (-?[\d.]+) of the project “(.+)”\.$', 'DUPLICATED_TO_ARTICLE', ARRAY['article:n', 'project'], '{}'),
    (' characters; an article can have at most ', '^The text has (-?[\d.]+) characters; an article can have at most (-?[\d.]+)\.$', 'ITEM_TEXT_TOO_LONG', ARRAY['characters:n', 'limit:n'], '{}'),
    (' no longer exists. Choose another one in the project''s settings or rules.', '^The voice (.+) no longer exists\. Choose another one in the project''s settings or rules\.$', 'VOICE_GONE', ARRAY['voice'], '{}'),
    ('A voice tag names the voice "', '^A voice tag names the voice "(.+)", which does not exist\.$', 'VOICE_OF_TAG_UNKNOWN', ARRAY['voice'], '{}'),
    ('A voice tag names the voice "', '^A voice tag names the voice "(.+)", which does not exist for (.+)\.$', 'VOICE_OF_TAG_UNKNOWN_FOR_LANGUAGE', ARRAY['voice', 'language'], '{}'),
    ('No service that is set up can speak again in the voice ', '^No service that is set up can speak again in the voice (.+)\. Choose another one in the project''s rules\.$', 'VOICE_CANNOT_SPEAK_AGAIN', ARRAY['voice'], '{}'),
    ('The hub responded with HTTP status ', '^The hub responded with HTTP status (-?[\d.]+)\.$', 'HUB_ANSWERED_STATUS', ARRAY['status:n'], '{}'),
    ('The page holds no text that could be an article.', '^The page holds no text that could be an article\.$', 'PAGE_WITHOUT_ARTICLE', '{}', '{"nearest":0}'),
    ('The page holds no text that could be an article.', '^The page holds no text that could be an article\. What comes nearest has (-?[\d.]+) characters\.$', 'PAGE_WITHOUT_ARTICLE', ARRAY['nearest:n'], '{}'),
    (' A feed with whole texts, or an address that asks for nothing, can be read.', '^The page asks its readers for consent before it shows the article\. A feed with whole texts, or an address that asks for nothing, can be read\.$', 'PAGE_NEEDS_CONSENT', '{}', '{"nearest":0}'),
    (' A feed with whole texts, or an address that asks for nothing, can be read.', '^The page asks its readers for consent before it shows the article\. What comes nearest has (-?[\d.]+) characters\. A feed with whole texts, or an address that asks for nothing, can be read\.$', 'PAGE_NEEDS_CONSENT', ARRAY['nearest:n'], '{}'),
    (' A feed with whole texts, or structured data on the page, can be read.', '^The page shows its article only to browsers that run its scripts\. A feed with whole texts, or structured data on the page, can be read\.$', 'PAGE_NEEDS_SCRIPTS', '{}', '{"nearest":0}'),
    (' A feed with whole texts, or structured data on the page, can be read.', '^The page shows its article only to browsers that run its scripts\. What comes nearest has (-?[\d.]+) characters\. A feed with whole texts, or structured data on the page, can be read\.$', 'PAGE_NEEDS_SCRIPTS', ARRAY['nearest:n'], '{}'),
    (' characters; at most ', '^The page''s text has (-?[\d.]+) characters; at most (-?[\d.]+) are allowed\.$', 'PAGE_TEXT_TOO_LONG', ARRAY['characters:n', 'limit:n'], '{}'),
    ('The address leads to a file of the type ', '^The address leads to a file of the type (.+), not to a page\.$', 'PAGE_IS_FILE_OF_TYPE', ARRAY['type'], '{}'),
    ('There is no extractor rule called ''', '^There is no extractor rule called ''(.+)''\.$', 'EXTRACTOR_RULE_UNKNOWN', ARRAY['rule'], '{}'),
    ('The extractor rule ''charset'' names the unknown encoding ''', '^The extractor rule ''charset'' names the unknown encoding ''(.+)''\.$', 'EXTRACTOR_RULE_UNKNOWN_ENCODING', ARRAY['encoding'], '{}'),
    (''' has a selector that is not valid CSS: ''', '^The extractor rule ''(.+)'' has a selector that is not valid CSS: ''(.+)''\.$', 'EXTRACTOR_RULE_BAD_SELECTOR', ARRAY['rule', 'selector'], '{}'),
    ('This is a web page, not a feed. It advertises the feed ', '^This is a web page, not a feed\. It advertises the feed (.+)\.$', 'FEED_IS_PAGE_WITH_FEED', ARRAY['feed'], '{}'),
    ('The rules make of the address ''', '^The rules make of the address ''(.+)'', which is no web address\.$', 'URL_REPLACEMENT_MAKES_NO_ADDRESS', ARRAY['result'], '{}'),
    ('The rule makes the address longer than ', '^The rule makes the address longer than (-?[\d.]+) characters\.$', 'URL_REPLACEMENT_TOO_LONG', ARRAY['limit:n'], '{}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^The site''s template seems to have changed: no articles are found on its pages any more, and it has become less certain what on its pages is the article\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', '{}', '{"now":0,"usual":0,"certainty":"LESS","articles":"NONE","template":"NEW"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^The site''s template seems to have changed: no articles are found on its pages any more\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', '{}', '{"now":0,"usual":0,"certainty":"SAME","articles":"NONE","template":"NEW"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^The site''s template seems to have changed: its articles have become shorter: about ([\d,]+) characters instead of ([\d,]+), and it has become less certain what on its pages is the article\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', ARRAY['now:n', 'usual:n'], '{"certainty":"LESS","articles":"SHORTER","template":"NEW"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^The site''s template seems to have changed: its articles have become shorter: about ([\d,]+) characters instead of ([\d,]+)\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', ARRAY['now:n', 'usual:n'], '{"certainty":"SAME","articles":"SHORTER","template":"NEW"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^The site''s template seems to have changed: its articles have become longer: about ([\d,]+) characters instead of ([\d,]+), and it has become less certain what on its pages is the article\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', ARRAY['now:n', 'usual:n'], '{"certainty":"LESS","articles":"LONGER","template":"NEW"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^The site''s template seems to have changed: its articles have become longer: about ([\d,]+) characters instead of ([\d,]+)\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', ARRAY['now:n', 'usual:n'], '{"certainty":"SAME","articles":"LONGER","template":"NEW"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^The site''s template seems to have changed: it has become less certain what on its pages is the article\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', '{}', '{"now":0,"usual":0,"certainty":"LESS","articles":"SAME","template":"NEW"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^Something has changed on the site: no articles are found on its pages any more, and it has become less certain what on its pages is the article\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', '{}', '{"now":0,"usual":0,"certainty":"LESS","articles":"NONE","template":"SAME"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^Something has changed on the site: no articles are found on its pages any more\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', '{}', '{"now":0,"usual":0,"certainty":"SAME","articles":"NONE","template":"SAME"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^Something has changed on the site: its articles have become shorter: about ([\d,]+) characters instead of ([\d,]+), and it has become less certain what on its pages is the article\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', ARRAY['now:n', 'usual:n'], '{"certainty":"LESS","articles":"SHORTER","template":"SAME"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^Something has changed on the site: its articles have become shorter: about ([\d,]+) characters instead of ([\d,]+)\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', ARRAY['now:n', 'usual:n'], '{"certainty":"SAME","articles":"SHORTER","template":"SAME"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^Something has changed on the site: its articles have become longer: about ([\d,]+) characters instead of ([\d,]+), and it has become less certain what on its pages is the article\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', ARRAY['now:n', 'usual:n'], '{"certainty":"LESS","articles":"LONGER","template":"SAME"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^Something has changed on the site: its articles have become longer: about ([\d,]+) characters instead of ([\d,]+)\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', ARRAY['now:n', 'usual:n'], '{"certainty":"SAME","articles":"LONGER","template":"SAME"}'),
    ('. Please look at the latest articles, and at the extractor rules.', '^Something has changed on the site: it has become less certain what on its pages is the article\. Please look at the latest articles, and at the extractor rules\.$', 'SITE_HAS_CHANGED', '{}', '{"now":0,"usual":0,"certainty":"LESS","articles":"SAME","template":"SAME"}'),
    (''' is not an IP address to fetch from.', '^''(.+)'' is not an IP address to fetch from\.$', 'FETCH_NOT_FROM_ADDRESS', ARRAY['address'], '{}'),
    (' is not an address on the public internet.', '^(.+) is not an address on the public internet\.$', 'FETCH_NOT_PUBLIC', ARRAY['host'], '{}'),
    ('There is no server called ', '^There is no server called (.+)\.$', 'FETCH_UNKNOWN_HOST', ARRAY['host'], '{}'),
    (' cannot be reached.', '^(.+) cannot be reached\.$', 'FETCH_UNREACHABLE', ARRAY['host'], '{}'),
    (': its certificate or TLS set-up is not valid.', '^No secure connection to (.+): its certificate or TLS set-up is not valid\.$', 'FETCH_NOT_SECURE', ARRAY['host'], '{}'),
    (' did not respond in time.', '^(.+) did not respond in time\.$', 'FETCH_NO_RESPONSE_IN_TIME', ARRAY['host'], '{}'),
    (' did not respond completely within ', '^(.+) did not respond completely within (-?[\d.]+) seconds\.$', 'FETCH_INCOMPLETE_IN_TIME', ARRAY['host', 'seconds:n'], '{}'),
    (' sent headers that are too large.', '^(.+) sent headers that are too large\.$', 'FETCH_HEADERS_TOO_LARGE', ARRAY['host'], '{}'),
    ('The response is larger than ', '^The response is larger than (-?[\d.]+) MB\.$', 'FETCH_TOO_LARGE', ARRAY['megabytes:n'], '{}'),
    (' redirects too often (more than ', '^(.+) redirects too often \(more than (-?[\d.]+) times\)\.$', 'FETCH_REDIRECTS_TOO_OFTEN', ARRAY['host', 'times:n'], '{}'),
    (' redirects in a circle.', '^(.+) redirects in a circle\.$', 'FETCH_REDIRECTS_IN_CIRCLE', ARRAY['host'], '{}'),
    (' redirects to something that is not a web address.', '^(.+) redirects to something that is not a web address\.$', 'FETCH_REDIRECTS_NOWHERE', ARRAY['host'], '{}'),
    (' sent an invalid HTTP response or closed the connection.', '^(.+) sent an invalid HTTP response or closed the connection\.$', 'FETCH_BAD_RESPONSE', ARRAY['host'], '{}'),
    ('The response is not valid ', '^The response is not valid (.+) data\.$', 'FETCH_DAMAGED_ENCODING', ARRAY['coding'], '{}'),
    ('The response has the unknown content encoding ''', '^The response has the unknown content encoding ''(.+)''\.$', 'FETCH_UNKNOWN_ENCODING', ARRAY['coding'], '{}'),
    (' asks for a password (HTTP ', '^(.+) asks for a password \(HTTP (-?[\d.]+)\)\.$', 'FETCH_PASSWORD_ASKED', ARRAY['host', 'status:n'], '{}'),
    (' asks for payment (HTTP ', '^(.+) asks for payment \(HTTP (-?[\d.]+)\)\.$', 'FETCH_PAYMENT_ASKED', ARRAY['host', 'status:n'], '{}'),
    (' refuses access (HTTP ', '^(.+) refuses access \(HTTP (-?[\d.]+)\)\.$', 'FETCH_REFUSED', ARRAY['host', 'status:n'], '{}'),
    (' has no such page (HTTP ', '^(.+) has no such page \(HTTP (-?[\d.]+)\)\.$', 'FETCH_NO_SUCH_PAGE', ARRAY['host', 'status:n'], '{}'),
    (' has removed the page (HTTP ', '^(.+) has removed the page \(HTTP (-?[\d.]+)\)\.$', 'FETCH_PAGE_REMOVED', ARRAY['host', 'status:n'], '{}'),
    (' asks us to come less often (HTTP ', '^(.+) asks us to come less often \(HTTP (-?[\d.]+)\)\.$', 'FETCH_TOO_OFTEN', ARRAY['host', 'status:n'], '{}'),
    (' has a problem of its own (HTTP ', '^(.+) has a problem of its own \(HTTP (-?[\d.]+)\)\.$', 'FETCH_HOST_IN_TROUBLE', ARRAY['host', 'status:n'], '{}'),
    (' answers with an error (HTTP ', '^(.+) answers with an error \(HTTP (-?[\d.]+)\)\.$', 'FETCH_ANSWERED_ERROR', ARRAY['host', 'status:n'], '{}'),
    ('. See the server log for details.', '^Something went wrong in (.+)\. See the server log for details\.$', 'VOICING_WENT_WRONG', ARRAY['product'], '{}'),
    ('Status set by the rule “', '^Status set by the rule “(.+)”\.$', 'VOICING_STATUS_BY_RULE', ARRAY['rule'], '{}'),
    (' no longer exists. Choose another one in the project''s rules or settings.', '^The sound (.+) no longer exists\. Choose another one in the project''s rules or settings\.$', 'VOICING_SOUND_GONE', ARRAY['sound'], '{}'),
    ('The page is probably not an article (confidence ', '^The page is probably not an article \(confidence (-?[\d.]+) %\)\.$', 'PAGE_IS_NO_ARTICLE', ARRAY['confidence:n'], '{}'),
    (', before the date from which the project accepts articles.', '^It was published on (.+), before the date from which the project accepts articles\.$', 'PAGE_TOO_OLD', ARRAY['day'], '{}'),
    (', long before the website was added.', '^It was published on (.+), long before the website was added\.$', 'PAGE_OLDER_THAN_WEBSITE', ARRAY['day'], '{}'),
    ('The page is that of another article: it names ', '^The page is that of another article: it names (.+) as its address\.$', 'PAGE_OF_OTHER_ARTICLE', ARRAY['url'], '{}'),
    (' characters from ', '^([\d,]+) characters from (.+)$', 'ARTICLE_PAGE_READ', ARRAY['characters:n', 'address'], '{}'),
    (' chunks', '^(-?[\d.]+) chunks$', 'ARTICLE_CHUNKED', ARRAY['chunks:n'], '{}'),
    (' characters voiced, ', '^([\d,]+) characters voiced, ([\d,]+) saved$', 'ARTICLE_VOICED', ARRAY['voiced:n', 'saved:n'], '{}'),
    (' chunks is missing from storage.', '^The audio of (-?[\d.]+) chunks is missing from storage\.$', 'ARTICLE_SOUND_LOST', ARRAY['chunks:n'], '{}'),
    ('There are no rules for the language ', '^There are no rules for the language (.+): nothing was spelled out\.$', 'ARTICLE_SPELLING_UNKNOWN', ARRAY['language'], '{}'),
    ('What is joined can be at most ', '^What is joined can be at most (-?[\d.]+) hours long\.$', 'JOINED_SOUND_TOO_LONG', ARRAY['hours:n'], '{}'),
    ('The audio file of ', '^The audio file of article (.+) is missing\.$', 'JOINED_PART_MISSING', ARRAY['part'], '{"kind":"ARTICLE"}'),
    ('The audio file of ', '^The audio file of the sound (.+) is missing\.$', 'JOINED_PART_MISSING', ARRAY['part'], '{"kind":"SOUND"}'),
    ('The audio file of ', '^The audio file of “(.+)” is missing\.$', 'JOINED_PART_MISSING', ARRAY['part'], '{"kind":"TITLE"}'),
    (' is not available now: its credentials are refused; try again at ', '^(.+) is not available now: its credentials are refused; try again at (.+)$', 'SPEECH_PAUSED_CREDENTIALS', ARRAY['service', 'at'], '{}'),
    (' is not available now: its rate limit is reached; try again at ', '^(.+) is not available now: its rate limit is reached; try again at (.+)$', 'SPEECH_PAUSED_RATE', ARRAY['service', 'at'], '{}'),
    (' is not available now: it is not available; try again at ', '^(.+) is not available now: it is not available; try again at (.+)$', 'SPEECH_PAUSED_OUTAGE', ARRAY['service', 'at'], '{}'),
    ('There is no speech provider ''', '^There is no speech provider ''(.+)''$', 'SPEECH_NO_SUCH_SERVICE', ARRAY['service'], '{}'),
    ('Cannot ', '^Cannot (.+): (.+)\.$', 'STORAGE_DISK_FAILED', ARRAY['what', 'why'], '{}'),
    ('Cannot ', '^Cannot (.+): (.+)$', 'STORAGE_SERVICE_FAILED', ARRAY['what', 'why'], '{}'),
    ('A voice tag is nested inside another one; close the first before opening the next. (line ', '^A voice tag is nested inside another one; close the first before opening the next\. \(line (-?[\d.]+), column (-?[\d.]+)\)$', 'VOICE_TAG_NESTED', ARRAY['line:n', 'column:n'], '{}'),
    ('A closing voice tag has no opening tag. (line ', '^A closing voice tag has no opening tag\. \(line (-?[\d.]+), column (-?[\d.]+)\)$', 'VOICE_TAG_NOT_OPENED', ARRAY['line:n', 'column:n'], '{}'),
    ('A voice tag is never closed; add </voice>. (line ', '^A voice tag is never closed; add </voice>\. \(line (-?[\d.]+), column (-?[\d.]+)\)$', 'VOICE_TAG_NOT_CLOSED', ARRAY['line:n', 'column:n'], '{}'),
    ('A closing voice tag must be written </voice>. (line ', '^A closing voice tag must be written </voice>\. \(line (-?[\d.]+), column (-?[\d.]+)\)$', 'VOICE_TAG_CLOSED_OTHERWISE', ARRAY['line:n', 'column:n'], '{}'),
    ('A voice tag must enclose text and cannot be self-closing; write <voice name="…">text</voice>. (line ', '^A voice tag must enclose text and cannot be self-closing; write <voice name="…">text</voice>\. \(line (-?[\d.]+), column (-?[\d.]+)\)$', 'VOICE_TAG_SELF_CLOSING', ARRAY['line:n', 'column:n'], '{}'),
    ('A voice tag is malformed; write <voice name="…">text</voice>. (line ', '^A voice tag is malformed; write <voice name="…">text</voice>\. \(line (-?[\d.]+), column (-?[\d.]+)\)$', 'VOICE_TAG_MALFORMED', ARRAY['line:n', 'column:n'], '{}'),
    ('A voice tag has no name; write <voice name="…">. (line ', '^A voice tag has no name; write <voice name="…">\. \(line (-?[\d.]+), column (-?[\d.]+)\)$', 'VOICE_TAG_WITHOUT_NAME', ARRAY['line:n', 'column:n'], '{}'),
    ('"; only name, style and language are supported. (line ', '^A voice tag has the attribute "(.+)"; only name, style and language are supported\. \(line (-?[\d.]+), column (-?[\d.]+)\)$', 'VOICE_TAG_UNKNOWN_ATTRIBUTE', ARRAY['attribute', 'line:n', 'column:n'], '{}'),
    ('A voice tag has the attribute "', '^A voice tag has the attribute "(.+)" twice\. \(line (-?[\d.]+), column (-?[\d.]+)\)$', 'VOICE_TAG_ATTRIBUTE_TWICE', ARRAY['attribute', 'line:n', 'column:n'], '{}')
  ) pattern(part, pattern, code, names, fixed) WHERE strpos(sentence, part) > 0 LOOP
    groups := regexp_match(sentence, one.pattern);
    CONTINUE WHEN groups IS NULL;
    parameters := one.fixed::jsonb;
    FOR at IN 1 .. coalesce(array_length(one.names, 1), 0) LOOP
      parameters := parameters || CASE WHEN one.names[at] LIKE '%:n'
        THEN jsonb_build_object(left(one.names[at], -2), replace(groups[at], ',', '')::numeric)
        ELSE jsonb_build_object(one.names[at], groups[at]) END;
    END LOOP;
    RETURN jsonb_build_array(jsonb_build_object('code', one.code, 'parameters', parameters));
  END LOOP;
  RETURN NULL;
END $$;

-- What an entry of an article's log says, by what it reports: most are of a few kinds, which are looked for alone.
CREATE OR REPLACE FUNCTION parlance_log_notices_of(action text, sentence text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  found text[];
  said jsonb := '[]';
BEGIN
  CASE
    WHEN action = 'voiced' THEN
      found := regexp_match(sentence, '^([\d,]+) characters voiced, ([\d,]+) saved$');
      IF found IS NULL THEN RETURN NULL; END IF;
      RETURN jsonb_build_array(jsonb_build_object('code', 'ARTICLE_VOICED', 'parameters', jsonb_build_object(
        'voiced', replace(found[1], ',', '')::numeric, 'saved', replace(found[2], ',', '')::numeric)));
    WHEN action = 'chunked' THEN
      found := regexp_match(sentence, '^(\d+) chunks$');
      IF found IS NULL THEN RETURN NULL; END IF;
      RETURN jsonb_build_array(jsonb_build_object('code', 'ARTICLE_CHUNKED', 'parameters', jsonb_build_object('chunks', found[1]::numeric)));
    WHEN action = 'rules' THEN
      found := coalesce(regexp_match(sentence, '^(.+); status: ([a-z_]+)$'), ARRAY[sentence, NULL]);
      said := CASE WHEN found[2] IS NULL THEN '[]' ELSE jsonb_build_array(
        jsonb_build_object('code', 'ARTICLE_STATUS_BY_RULES', 'parameters', jsonb_build_object('status', found[2]))) END;
      found := coalesce(regexp_match(found[1], '^(.+); labels: (.+)$'), ARRAY[found[1], NULL]);
      IF found[2] IS NOT NULL THEN
        said := jsonb_build_array(
          jsonb_build_object('code', 'ARTICLE_LABELLED_BY_RULES', 'parameters', jsonb_build_object('labels', found[2]))) || said;
      END IF;
      said := jsonb_build_array(
        jsonb_build_object('code', 'ARTICLE_RULES_APPLIED', 'parameters', jsonb_build_object('rules', found[1]))) || said;
      RETURN said;
    WHEN action = 'normalized' AND sentence LIKE '%It is voiced, and charged, as it is spelled out%' THEN
      found := regexp_match(sentence, '^([\d,]+) changes? by (?:the built-in rules|(.+) \(([\d,]+) pieces? asked for, ([\d,]+) known\))\.(?: The rules stepped in for ([\d,]+) pieces?: (.+))? It is voiced, and charged, as it is spelled out: ([\d,]+) characters? (more|fewer) than are written\.$');
      IF found IS NULL THEN RETURN NULL; END IF;
      said := said || CASE WHEN found[2] IS NULL
        THEN jsonb_build_object('code', 'ARTICLE_SPELLED_BY_RULES', 'parameters', jsonb_build_object('changes', replace(found[1], ',', '')::numeric))
        ELSE jsonb_build_object('code', 'ARTICLE_SPELLED_BY_MODEL', 'parameters', jsonb_build_object(
          'changes', replace(found[1], ',', '')::numeric, 'model', found[2],
          'asked', replace(found[3], ',', '')::numeric, 'known', replace(found[4], ',', '')::numeric)) END;
      IF found[5] IS NOT NULL THEN
        said := said || jsonb_build_object('code', 'ARTICLE_RULES_STEPPED_IN', 'parameters', jsonb_build_object(
          'pieces', replace(found[5], ',', '')::numeric, 'problem', found[6]));
      END IF;
      RETURN said || jsonb_build_object(
        'code', CASE found[8] WHEN 'more' THEN 'ARTICLE_SPELLED_LONGER' ELSE 'ARTICLE_SPELLED_SHORTER' END,
        'parameters', jsonb_build_object('characters', replace(found[7], ',', '')::numeric));
    WHEN action = 'chunked again' AND sentence LIKE '% steps in.' THEN
      found := regexp_match(sentence, '^(.+)\. The voice (.+) steps in\.$');
      RETURN parlance_notices_of(found[1]) || jsonb_build_object(
        'code', 'ARTICLE_VOICE_STEPS_IN', 'parameters', jsonb_build_object('voice', found[2]));
    -- The entry's text is the article's own.
    WHEN action = 'text changed' THEN
      RETURN NULL;
    ELSE
      RETURN parlance_notices_of(sentence);
  END CASE;
END $$;
--! in batches
WITH batch AS (
  SELECT "id", "error", "errorNotices" FROM "Article" WHERE "id" > $1 ORDER BY "id" LIMIT 2000
), known AS MATERIALIZED (
  SELECT "id", "error", parlance_notices_of("error") AS notices FROM batch WHERE "error" IS NOT NULL AND "errorNotices" IS NULL
), done AS (
  UPDATE "Article" t SET "errorNotices" = known.notices FROM known WHERE t."id" = known."id" AND t."error" = known."error" AND known.notices IS NOT NULL
)
SELECT max("id") AS last FROM batch;
--! in batches
WITH batch AS (
  SELECT "id", "error", "errorNotices" FROM "Source" WHERE "id" > $1 ORDER BY "id" LIMIT 500
), known AS MATERIALIZED (
  SELECT "id", "error", parlance_notices_of("error") AS notices FROM batch WHERE "error" IS NOT NULL AND "errorNotices" IS NULL
), done AS (
  UPDATE "Source" t SET "errorNotices" = known.notices FROM known WHERE t."id" = known."id" AND t."error" = known."error" AND known.notices IS NOT NULL
)
SELECT max("id") AS last FROM batch;
--! in batches
WITH batch AS (
  SELECT "id", "pageNotice", "pageNotices" FROM "Source" WHERE "id" > $1 ORDER BY "id" LIMIT 500
), known AS MATERIALIZED (
  SELECT "id", "pageNotice", parlance_notices_of("pageNotice") AS notices FROM batch WHERE "pageNotice" IS NOT NULL AND "pageNotices" IS NULL
), done AS (
  UPDATE "Source" t SET "pageNotices" = known.notices FROM known WHERE t."id" = known."id" AND t."pageNotice" = known."pageNotice" AND known.notices IS NOT NULL
)
SELECT max("id") AS last FROM batch;
--! in batches
WITH batch AS (
  SELECT "id", "error", "errorNotices" FROM "Episode" WHERE "id" > $1 ORDER BY "id" LIMIT 500
), known AS MATERIALIZED (
  SELECT "id", "error", parlance_notices_of("error") AS notices FROM batch WHERE "error" IS NOT NULL AND "errorNotices" IS NULL
), done AS (
  UPDATE "Episode" t SET "errorNotices" = known.notices FROM known WHERE t."id" = known."id" AND t."error" = known."error" AND known.notices IS NOT NULL
)
SELECT max("id") AS last FROM batch;
--! in batches
WITH batch AS (
  SELECT "id", "joinedError", "joinedErrorNotices" FROM "Playlist" WHERE "id" > $1 ORDER BY "id" LIMIT 500
), known AS MATERIALIZED (
  SELECT "id", "joinedError", parlance_notices_of("joinedError") AS notices FROM batch WHERE "joinedError" IS NOT NULL AND "joinedErrorNotices" IS NULL
), done AS (
  UPDATE "Playlist" t SET "joinedErrorNotices" = known.notices FROM known WHERE t."id" = known."id" AND t."joinedError" = known."joinedError" AND known.notices IS NOT NULL
)
SELECT max("id") AS last FROM batch;
--! in batches
WITH batch AS (
  SELECT "id", "teasersError", "teasersErrorNotices" FROM "Project" WHERE "id" > $1 ORDER BY "id" LIMIT 500
), known AS MATERIALIZED (
  SELECT "id", "teasersError", parlance_notices_of("teasersError") AS notices FROM batch WHERE "teasersError" IS NOT NULL AND "teasersErrorNotices" IS NULL
), done AS (
  UPDATE "Project" t SET "teasersErrorNotices" = known.notices FROM known WHERE t."id" = known."id" AND t."teasersError" = known."teasersError" AND known.notices IS NOT NULL
)
SELECT max("id") AS last FROM batch;
--! in batches
WITH batch AS (
  SELECT "id", "description", "descriptionNotices" FROM "Deployment" WHERE "id" > $1 ORDER BY "id" LIMIT 500
), known AS MATERIALIZED (
  SELECT "id", "description", parlance_notices_of("description") AS notices FROM batch WHERE "description" IS NOT NULL AND "descriptionNotices" IS NULL
), done AS (
  UPDATE "Deployment" t SET "descriptionNotices" = known.notices FROM known WHERE t."id" = known."id" AND t."description" = known."description" AND known.notices IS NOT NULL
)
SELECT max("id") AS last FROM batch;
--! in batches
WITH batch AS (
  SELECT "id", "text", "textNotices", "action" FROM "ArticleLog" WHERE "id" > $1 ORDER BY "id" LIMIT 1000
), known AS MATERIALIZED (
  SELECT "id", "text", parlance_log_notices_of("action", "text") AS notices FROM batch WHERE "text" IS NOT NULL AND "textNotices" IS NULL
), done AS (
  UPDATE "ArticleLog" t SET "textNotices" = known.notices FROM known WHERE t."id" = known."id" AND t."text" = known."text" AND known.notices IS NOT NULL
)
SELECT max("id") AS last FROM batch;
--! one by one
-- short: only rows that failed have a reason, and those of files that are made on request are few
UPDATE "Rendition" SET "errorNotices" = parlance_notices_of("error") WHERE "error" IS NOT NULL AND "errorNotices" IS NULL;
-- short: the same of joined files
UPDATE "JoinedAudio" SET "errorNotices" = parlance_notices_of("error") WHERE "error" IS NOT NULL AND "errorNotices" IS NULL;
-- short: a row for each podcast with a hub
UPDATE "HubPing" SET "errorNotices" = parlance_notices_of("error") WHERE "error" IS NOT NULL AND "errorNotices" IS NULL;
-- unused since 0.1.0: only this migration calls them
DROP FUNCTION IF EXISTS parlance_log_notices_of(text, text);
-- unused since 0.1.0: only this migration calls them
DROP FUNCTION IF EXISTS parlance_notices_of(text);
