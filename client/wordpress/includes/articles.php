<?php
/**
 * Parlance articles of posts: sends changes and stores their state.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

/** Post meta: the article's id, project and GUID, and whether this site has deleted it. */
const ARTICLE_META = '_parlance_article';
/** Post meta: the article's last known state. */
const STATE_META = '_parlance_state';

const STATE_FIELDS = 'databaseId status error heldBy file';

/**
 * Returns the stored data of a post's article in the configured project.
 *
 * @param int $post_id Post.
 * @return array{id:int,project:int,guid:string,removed:bool}|null
 */
function known_article( $post_id ) {
	$article = get_post_meta( $post_id, ARTICLE_META, true );
	return is_array( $article ) && settings()['project'] === $article['project'] ? $article : null;
}

/**
 * Returns the id of a post's article, or 0 if there is none or if this site has deleted it.
 *
 * @param int $post_id Post.
 */
function article_id( $post_id ) {
	$article = known_article( $post_id );
	return $article && ! $article['removed'] ? $article['id'] : 0;
}

/**
 * Returns the id by which players find the article: the post's GUID, as in the site's feed.
 *
 * @param \WP_Post $post Post.
 */
function article_guid( \WP_Post $post ) {
	$article = known_article( $post->ID );
	return $article ? $article['guid'] : html_entity_decode( $post->guid, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
}

/**
 * Executes an entry of the outbox.
 *
 * @param object $entry Row of the outbox.
 * @return true|\WP_Error
 */
function carry_out( $entry ) {
	$post    = get_post( (int) $entry->post_id );
	$details = json_decode( $entry->details, true );
	if ( 'remove' === $entry->action ) {
		return remove_article( (int) $entry->post_id, is_array( $details ) ? $details : array() );
	}
	// It has been deleted or taken offline since; another entry follows.
	if ( ! $post || null !== reason_against( $post ) ) {
		return true;
	}
	$article = known_article( $post->ID );
	if ( 'revoice' !== $entry->action || ! $article ) {
		return send_post( $post );
	}
	$result = mutate_api( 'revoiceArticle', 'article { ' . STATE_FIELDS . ' }', array( 'id' => $article['id'] ) );
	if ( is_wp_error( $result ) && 'NotFoundError' === $result->get_error_code() ) {
		$restored = mutate_api( 'restoreArticle', 'article { databaseId }', array( 'id' => $article['id'] ) );
		if ( is_wp_error( $restored ) ) {
			return 'NotFoundError' === $restored->get_error_code() ? create_anew( $post ) : $restored;
		}
		return send_post( $post );
	}
	return note_result( $post->ID, $result );
}

/**
 * Creates or updates the article of a post.
 *
 * @param \WP_Post $post Post.
 * @return true|\WP_Error
 */
function send_post( \WP_Post $post ) {
	$fields = article_fields( $post );
	if ( '' === $fields['text'] ) {
		return new \WP_Error( 'empty', __( 'The post has no text to read aloud.', 'parlance' ) );
	}
	$article = known_article( $post->ID );
	if ( ! $article ) {
		$article = create_article( $post, $fields );
	} elseif ( $article['removed'] ) {
		$restored = mutate_api( 'restoreArticle', 'article { databaseId }', array( 'id' => $article['id'] ) );
		if ( is_wp_error( $restored ) && 'NotFoundError' === $restored->get_error_code() ) {
			return create_anew( $post );
		}
		// A conflict: the article already exists.
		if ( is_wp_error( $restored ) && 'ConflictError' !== $restored->get_error_code() ) {
			return $restored;
		}
		$article = remember_article( $post->ID, $article['id'], $article['guid'] );
	}
	if ( is_wp_error( $article ) ) {
		return $article;
	}
	$result = tolerant_update( array( 'id' => $article['id'] ) + $fields );
	if ( is_wp_error( $result ) && 'NotFoundError' === $result->get_error_code() ) {
		return new \WP_Error( 'deleted', __( 'The article was deleted in Parlance. “Generate again” brings it back.', 'parlance' ) );
	}
	return note_result( $post->ID, $result );
}

/**
 * Creates an article in place of one that is gone for good. Its GUID may still be taken by deleted data.
 *
 * @param \WP_Post $post Post.
 * @return true|\WP_Error
 */
function create_anew( \WP_Post $post ) {
	delete_post_meta( $post->ID, ARTICLE_META );
	return send_post( $post );
}

/**
 * Creates an article, or finds the one that an earlier attempt has created.
 *
 * @param \WP_Post $post   Post.
 * @param array    $fields Fields of the article.
 * @return array|\WP_Error
 */
function create_article( \WP_Post $post, array $fields ) {
	$input  = array(
		'project' => (string) settings()['project'],
		'title'   => $fields['title'],
		'url'     => $fields['url'],
		'text'    => $fields['text'],
		'labels'  => $fields['labels'],
	);
	$guid   = article_guid( $post );
	$result = mutate_api( 'createArticle', 'article { databaseId }', $input + array( 'guid' => $guid ) );
	if ( is_wp_error( $result ) && in_array( 'ARTICLE_DELETED', wp_list_pluck( refused_fields( $result ), 'code' ), true ) ) {
		$guid   = $guid . '#' . time();
		$result = mutate_api( 'createArticle', 'article { databaseId }', $input + array( 'guid' => $guid ) );
	}
	return is_wp_error( $result )
		? $result
		: remember_article( $post->ID, (int) $result['article']['databaseId'], $guid );
}

/**
 * Updates an article. A picture or an author that Parlance refuses is left out: the audio needs neither.
 *
 * @param array $input Input of `updateArticle`.
 * @return array|\WP_Error
 */
function tolerant_update( array $input ) {
	$result  = mutate_api( 'updateArticle', 'article { ' . STATE_FIELDS . ' }', $input );
	$refused = is_wp_error( $result ) ? wp_list_pluck( refused_fields( $result ), 'field' ) : array();
	if ( ! $refused || array_diff( $refused, array( 'imageUrl', 'author', 'publishedAt', 'labels' ) ) ) {
		return $result;
	}
	return mutate_api( 'updateArticle', 'article { ' . STATE_FIELDS . ' }', array_diff_key( $input, array_flip( $refused ) ) );
}

/**
 * Returns the fields that a ValidationError names.
 *
 * @param \WP_Error $error Failure of the API.
 * @return array[]
 */
function refused_fields( \WP_Error $error ) {
	$data = $error->get_error_data();
	return isset( $data['fields'] ) && is_array( $data['fields'] ) ? $data['fields'] : array();
}

/**
 * Deletes the article of a post that is no longer public.
 *
 * @param int   $post_id Post, which may be gone.
 * @param array $details Id, GUID and address that the article had when the post was taken offline.
 * @return true|\WP_Error
 */
function remove_article( $post_id, array $details ) {
	$article = known_article( $post_id );
	$id      = $article ? $article['id'] : ( isset( $details['id'] ) ? (int) $details['id'] : 0 );
	if ( ! $id ) {
		$id = find_article( $details );
		if ( is_wp_error( $id ) ) {
			return $id;
		}
	}
	$result = $id ? mutate_api( 'deleteArticle', 'deletedId', array( 'id' => (string) $id ) ) : true;
	if ( is_wp_error( $result ) && 'NotFoundError' !== $result->get_error_code() ) {
		return $result;
	}
	if ( $article ) {
		update_post_meta( $post_id, ARTICLE_META, array( 'removed' => true ) + $article );
	}
	delete_post_meta( $post_id, STATE_META );
	return true;
}

/**
 * Finds by its GUID an article whose creation got no response.
 *
 * @param array $details GUID and address.
 * @return int|\WP_Error 0 if there is none.
 */
function find_article( array $details ) {
	if ( empty( $details['guid'] ) || empty( $details['url'] ) ) {
		return 0;
	}
	$data = query_api(
		'query wordpress_find($project: ID!, $url: String!) { project(id: $project) {
			articles(first: 20, search: $url) { edges { node { databaseId guid } } } } }',
		array(
			'project' => (string) settings()['project'],
			'url'     => $details['url'],
		)
	);
	if ( is_wp_error( $data ) ) {
		return $data;
	}
	foreach ( isset( $data['project']['articles']['edges'] ) ? $data['project']['articles']['edges'] : array() as $edge ) {
		if ( $details['guid'] === $edge['node']['guid'] ) {
			return (int) $edge['node']['databaseId'];
		}
	}
	return 0;
}

/**
 * Returns a post as input for Parlance's API.
 *
 * @param \WP_Post $post Post.
 * @return array
 */
function article_fields( \WP_Post $post ) {
	$labels = array();
	foreach ( array( 'category', 'post_tag' ) as $taxonomy ) {
		$names = is_object_in_taxonomy( $post->post_type, $taxonomy )
			? wp_get_post_terms( $post->ID, $taxonomy, array( 'fields' => 'names' ) )
			: array();
		$labels = array_merge( $labels, is_wp_error( $names ) ? array() : $names );
	}
	$picture = get_the_post_thumbnail_url( $post, 'full' );
	$fields  = array(
		'title'       => spoken_line( $post->post_title, 500 ),
		'url'         => get_permalink( $post ),
		'text'        => post_text( $post ),
		'labels'      => array_slice( array_map( __NAMESPACE__ . '\spoken_line', $labels ), 0, 50 ),
		'author'      => spoken_line( get_the_author_meta( 'display_name', (int) $post->post_author ), 200 ),
		'imageUrl'    => $picture ? $picture : null,
		'publishedAt' => gmdate( 'Y-m-d\TH:i:s\Z', (int) get_post_timestamp( $post ) ),
	);
	/**
	 * Filters the fields that are sent to Parlance.
	 *
	 * @param array    $fields Fields of `UpdateArticleInput`.
	 * @param \WP_Post $post   Post.
	 */
	return (array) apply_filters( 'parlance_article_fields', $fields, $post );
}

/**
 * Returns one line of plain text.
 *
 * @param string $html   HTML.
 * @param int    $length Characters at most.
 */
function spoken_line( $html, $length = 100 ) {
	$line = html_entity_decode( wp_strip_all_tags( (string) $html, true ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	return function_exists( 'mb_substr' ) ? mb_substr( $line, 0, $length ) : substr( $line, 0, $length );
}

/**
 * Remembers the article of a post.
 *
 * @param int    $post_id Post.
 * @param int    $id      Database id of the article.
 * @param string $guid    GUID that it was created with.
 * @return array
 */
function remember_article( $post_id, $id, $guid ) {
	$article = array(
		'id'      => $id,
		'project' => settings()['project'],
		'guid'    => $guid,
		'removed' => false,
	);
	update_post_meta( $post_id, ARTICLE_META, wp_slash( $article ) );
	return $article;
}
