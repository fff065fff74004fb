<?php
/**
 * The audio of posts in their list: a column and a bulk action.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_init', __NAMESPACE__ . '\register_list' );
add_action( 'admin_notices', __NAMESPACE__ . '\print_sent_notice' );

/** Adds column and action to the lists of post types that have audio. */
function register_list() {
	if ( ! is_connected() ) {
		return;
	}
	foreach ( settings()['post_types'] as $type ) {
		add_filter( "manage_{$type}_posts_columns", __NAMESPACE__ . '\add_column' );
		add_action( "manage_{$type}_posts_custom_column", __NAMESPACE__ . '\print_column', 10, 2 );
		add_filter( "bulk_actions-edit-$type", __NAMESPACE__ . '\add_bulk_action' );
		add_filter( "handle_bulk_actions-edit-$type", __NAMESPACE__ . '\send_selected', 10, 3 );
	}
}

/**
 * Adds the column.
 *
 * @param string[] $columns Titles by name.
 * @return string[]
 */
function add_column( $columns ) {
	return array_merge( $columns, array( 'parlance' => __( 'Audio', 'parlance' ) ) );
}

/**
 * Prints the state of a post.
 *
 * @param string $column  Name of the column.
 * @param int    $post_id Post.
 */
function print_column( $column, $post_id ) {
	$post = 'parlance' === $column ? get_post( $post_id ) : null;
	if ( ! $post ) {
		return;
	}
	$state = describe_state( $post );
	printf(
		'<span class="parlance-mark parlance-%s" title="%s">%s</span>',
		esc_attr( $state['code'] ),
		esc_attr( $state['detail'] ),
		esc_html( $state['label'] )
	);
}

/**
 * Adds the action.
 *
 * @param string[] $actions Titles by name.
 * @return string[]
 */
function add_bulk_action( $actions ) {
	return array_merge( $actions, array( 'parlance_send' => __( 'Generate audio', 'parlance' ) ) );
}

/**
 * Sends the selected posts that the user may edit.
 *
 * @param string $address Address to return to.
 * @param string $action  Action.
 * @param int[]  $posts   Post ids. WordPress has checked the nonce.
 * @return string
 */
function send_selected( $address, $action, $posts ) {
	if ( 'parlance_send' !== $action ) {
		return $address;
	}
	$sent = 0;
	foreach ( $posts as $post_id ) {
		$post = get_post( (int) $post_id );
		if ( $post && current_user_can( 'edit_post', $post->ID ) ) {
			send_on_request( $post, 'send' );
			$sent += waiting_entry( $post->ID ) ? 1 : 0;
		}
	}
	return add_query_arg( 'parlance_sent', $sent, $address );
}

/** Says how many posts were sent. */
function print_sent_notice() {
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only a number that is shown.
	if ( ! isset( $_GET['parlance_sent'] ) || 'edit' !== get_current_screen()->base ) {
		return;
	}
	$sent = absint( $_GET['parlance_sent'] ); // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- As above.
	printf(
		'<div class="notice notice-success is-dismissible"><p>%s</p></div>',
		/* translators: %d: number of posts. */
		esc_html( sprintf( _n( '%d post is being sent to Parlance.', '%d posts are being sent to Parlance.', $sent, 'parlance' ), $sent ) )
	);
}
