<?php
/**
 * Hooks that detect changes of posts.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

add_action( 'wp_after_insert_post', __NAMESPACE__ . '\notice_saved', 10, 4 );
add_action( 'before_delete_post', __NAMESPACE__ . '\notice_deleted' );

/**
 * Sends a post that has been saved, or removes its article once it is not public any more. Categories and meta
 * have been saved by then.
 *
 * @param int           $post_id Post.
 * @param \WP_Post      $post    Post.
 * @param bool          $update  Whether it was there before.
 * @param \WP_Post|null $before  What it was before.
 */
function notice_saved( $post_id, $post, $update = false, $before = null ) {
	if ( ! is_connected() || is_copy() || wp_is_post_revision( $post_id ) || wp_is_post_autosave( $post_id ) ) {
		return;
	}
	// An import can bring years of posts from another site: editors choose which of them get audio.
	if ( defined( 'WP_IMPORTING' ) && \WP_IMPORTING ) {
		return;
	}
	// Quick Edit leaves a draft the date on which it was begun, which may be before the plugin.
	$was_unpublished = $before && in_array( $before->post_status, array( 'draft', 'pending', 'future' ), true );
	if ( $was_unpublished && 'publish' === $post->post_status ) {
		update_post_meta( $post_id, PUBLISHED_META, 1 );
	}
	if ( null === reason_against( $post ) ) {
		add_to_outbox( $post_id, 'send' );
	} else {
		take_offline( $post );
	}
}

/**
 * Removes the article of a post that is deleted for good.
 *
 * @param int $post_id Post.
 */
function notice_deleted( $post_id ) {
	$post = get_post( $post_id );
	if ( $post && is_connected() && ! is_copy() ) {
		take_offline( $post );
	}
}

/**
 * Adds the removal of an article, if there is one or if it is about to be created.
 *
 * @param \WP_Post $post Post.
 */
function take_offline( \WP_Post $post ) {
	$id = article_id( $post->ID );
	if ( ! $id && ! waiting_entry( $post->ID ) ) {
		return;
	}
	add_to_outbox(
		$post->ID,
		'remove',
		array(
			'id'   => $id,
			'guid' => article_guid( $post ),
			'url'  => get_permalink( $post ),
		)
	);
}

/**
 * Sends a post because someone asks for it, also if it is older than the plugin or failed before.
 *
 * @param \WP_Post $post   Post.
 * @param string   $action Of the outbox: send or revoice.
 */
function send_on_request( \WP_Post $post, $action ) {
	if ( 'old' === reason_against( $post ) ) {
		update_post_meta( $post->ID, CHOICE_META, 'on' );
	}
	if ( null !== reason_against( $post ) ) {
		return;
	}
	add_to_outbox( $post->ID, $action );
}
