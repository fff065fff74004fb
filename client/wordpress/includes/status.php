<?php
/**
 * State of the audio of posts.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

/** States of articles that change without action by an editor. */
const PASSING_STATES = array( 'WAITING', 'PROCESSING', 'RETRY', 'LIMIT_REACHED' );

/**
 * Stores the state that a mutation returned.
 *
 * @param int             $post_id Post.
 * @param array|\WP_Error $result  Success of a mutation with an `article`.
 * @return true|\WP_Error
 */
function note_result( $post_id, $result ) {
	if ( is_wp_error( $result ) ) {
		return $result;
	}
	note_state( $post_id, $result['article'] );
	return true;
}

/**
 * Stores an article's state.
 *
 * @param int   $post_id Post.
 * @param array $article Fields of `STATE_FIELDS`.
 */
function note_state( $post_id, array $article ) {
	$status = 'WAITING' === $article['status'] && $article['heldBy'] ? 'HELD' : $article['status'];
	store_state( $post_id, $status, (string) $article['error'], (string) $article['file'] );
}

/**
 * Stores why Parlance refuses a post.
 *
 * @param int       $post_id Post.
 * @param \WP_Error $error   Lasting failure.
 */
function note_refusal( $post_id, \WP_Error $error ) {
	if ( get_post( $post_id ) ) {
		store_state( $post_id, 'deleted' === $error->get_error_code() ? 'DELETED' : 'REFUSED', $error->get_error_message(), '' );
	}
}

/**
 * Stores the state of a post's audio.
 *
 * @param int    $post_id Post.
 * @param string $status  Status of the article, or HELD, DELETED, REFUSED.
 * @param string $error   What is wrong.
 * @param string $file    Path of the audio.
 */
function store_state( $post_id, $status, $error, $file ) {
	$before = get_post_meta( $post_id, STATE_META, true );
	$state  = array(
		'status'  => $status,
		'error'   => $error,
		'file'    => $file,
		'checked' => time(),
	);
	// Caching plugins watch post meta, so an unchanged state isn't rewritten immediately.
	if ( is_array( $before ) && array_diff_key( $before, array( 'checked' => 0 ) ) === array_diff_key( $state, array( 'checked' => 0 ) ) && $before['checked'] > time() - 60 ) {
		return;
	}
	update_post_meta( $post_id, STATE_META, wp_slash( $state ) );
	// For the query of posts to look up.
	if ( in_array( $status, PASSING_STATES, true ) ) {
		update_post_meta( $post_id, '_parlance_passing', 1 );
	} else {
		delete_post_meta( $post_id, '_parlance_passing' );
	}
}

/** Looks up the articles that are being generated: the 20 posts that were changed last. */
function refresh_states() {
	$posts = get_posts(
		array(
			'post_type'        => 'any',
			'post_status'      => 'publish',
			'meta_key'         => '_parlance_passing', // phpcs:ignore WordPress.DB.SlowDBQuery -- Few posts have it.
			'posts_per_page'   => 20,
			'orderby'          => 'modified',
			'fields'           => 'ids',
			'suppress_filters' => true,
		)
	);
	foreach ( $posts as $post_id ) {
		if ( is_wp_error( refresh_state( $post_id ) ) ) {
			return;
		}
	}
	if ( $posts ) {
		schedule_delivery( MINUTE_IN_SECONDS );
	}
}

/**
 * Looks up the article of a post.
 *
 * @param int $post_id Post.
 * @return true|\WP_Error
 */
function refresh_state( $post_id ) {
	$id = article_id( $post_id );
	if ( ! $id ) {
		delete_post_meta( $post_id, '_parlance_passing' );
		return true;
	}
	$data = query_api(
		'query wordpress_state($id: ID!) { article(id: $id) { ' . STATE_FIELDS . ' } }',
		array( 'id' => (string) $id ),
		array(),
		10
	);
	if ( is_wp_error( $data ) ) {
		return $data;
	}
	if ( empty( $data['article'] ) ) {
		store_state( $post_id, 'DELETED', '', '' );
	} else {
		note_state( $post_id, $data['article'] );
	}
	return true;
}

/**
 * Returns the state of a post's audio for people.
 *
 * @param \WP_Post $post Post.
 * @return array{code:string,label:string,detail:string,audio:string,passing:bool}
 */
function describe_state( \WP_Post $post ) {
	$entry = waiting_entry( $post->ID );
	$state = get_post_meta( $post->ID, STATE_META, true );
	$state = is_array( $state ) && known_article( $post->ID ) || is_array( $state ) && 'REFUSED' === $state['status']
		? $state
		: array(
			'status' => '',
			'error'  => '',
			'file'   => '',
		);
	$audio = $state['file'] ? settings()['server'] . $state['file'] : '';
	if ( preg_match( '~^https?://~', $state['file'] ) ) {
		$audio = $state['file'];
	}
	$reason = reason_against( $post );
	if ( $entry ) {
		$labels = array(
			'send'    => __( 'Waiting to be sent', 'parlance' ),
			'revoice' => __( 'Waiting to be sent', 'parlance' ),
			'remove'  => __( 'Waiting to be removed', 'parlance' ),
		);
		return array(
			'code'    => 'queued',
			'label'   => $labels[ $entry->action ],
			'detail'  => $entry->error,
			'audio'   => 'remove' === $entry->action ? '' : $audio,
			'passing' => true,
		);
	}
	if ( null !== $reason ) {
		$reasons = reason_labels();
		return array(
			'code'    => 'none',
			'label'   => $reasons[ $reason ],
			'detail'  => '',
			'audio'   => '',
			'passing' => false,
		);
	}
	$labels = status_labels();
	return array(
		'code'    => strtolower( $state['status'] ? $state['status'] : 'none' ),
		'label'   => isset( $labels[ $state['status'] ] ) ? $labels[ $state['status'] ] : __( 'Not sent yet', 'parlance' ),
		'detail'  => $state['error'],
		'audio'   => $audio,
		'passing' => in_array( $state['status'], PASSING_STATES, true ),
	);
}

/** Returns the names of states. */
function status_labels() {
	return array(
		'WAITING'       => __( 'Waiting for audio', 'parlance' ),
		'PROCESSING'    => __( 'Generating audio', 'parlance' ),
		'READY'         => __( 'Audio ready', 'parlance' ),
		'RETRY'         => __( 'Parlance tries again', 'parlance' ),
		'LIMIT_REACHED' => __( 'Daily limit reached, continues tomorrow', 'parlance' ),
		'ERRORED'       => __( 'Audio failed', 'parlance' ),
		'REJECTED'      => __( 'Rejected by a rule in Parlance', 'parlance' ),
		'HELD'          => __( 'On hold in Parlance', 'parlance' ),
		'REFUSED'       => __( 'Parlance did not accept the post', 'parlance' ),
		'DELETED'       => __( 'Deleted in Parlance', 'parlance' ),
	);
}

/** Returns why posts have no audio. */
function reason_labels() {
	return array(
		'status'    => __( 'Audio follows when the post is published', 'parlance' ),
		'off'       => __( 'Off for this post', 'parlance' ),
		'password'  => __( 'None: the post has a password', 'parlance' ),
		'protected' => __( 'None: reserved for members', 'parlance' ),
		'type'      => __( 'None: this type of post has no audio', 'parlance' ),
		'category'  => __( 'None: this category has no audio', 'parlance' ),
		'old'       => __( 'None: older than the plugin', 'parlance' ),
	);
}
