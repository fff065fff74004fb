<?php
/**
 * Which posts have audio.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

/** Post meta with the editor's choice: `on`, `off`, or nothing for the settings. */
const CHOICE_META = '_parlance_audio';
/** Post meta of a draft that was published while the site is connected, whatever its date says. */
const PUBLISHED_META = '_parlance_published';

/**
 * Returns why a post has no audio, or null if it has.
 *
 * @param \WP_Post $post Post.
 * @return string|null One of status, off, password, protected, type, category, old.
 */
function reason_against( \WP_Post $post ) {
	$reason = reason_against_player( $post );
	if ( null !== $reason || 'on' === get_post_meta( $post->ID, CHOICE_META, true ) ) {
		return $reason;
	}
	$is_new = get_post_timestamp( $post ) >= settings()['since'] || get_post_meta( $post->ID, PUBLISHED_META, true );
	return $is_new || article_id( $post->ID ) ? null : 'old';
}

/**
 * Returns why the player is not placed automatically on the page of a post, or null if it is. Posts from before
 * the plugin may have audio from the site's feed.
 *
 * @param \WP_Post $post Post.
 * @return string|null
 */
function reason_against_player( \WP_Post $post ) {
	$settings = settings();
	if ( 'publish' !== $post->post_status ) {
		return 'status';
	}
	$choice = get_post_meta( $post->ID, CHOICE_META, true );
	if ( 'off' === $choice || 'on' === $choice ) {
		return 'off' === $choice ? 'off' : null;
	}
	if ( '' !== $post->post_password ) {
		return 'password';
	}
	if ( ! in_array( $post->post_type, $settings['post_types'], true ) ) {
		return 'type';
	}
	if ( $settings['categories'] && is_object_in_taxonomy( $post->post_type, 'category' ) && ! is_in_categories( $post, $settings['categories'] ) ) {
		return 'category';
	}
	return 'skip' === $settings['protected'] && is_protected( $post ) ? 'protected' : null;
}

/**
 * Returns whether a post is in one of these categories or in one below them.
 *
 * @param \WP_Post $post       Post.
 * @param int[]    $categories Term ids.
 */
function is_in_categories( \WP_Post $post, array $categories ) {
	$terms = wp_get_post_terms( $post->ID, 'category', array( 'fields' => 'ids' ) );
	foreach ( is_wp_error( $terms ) ? array() : $terms as $term ) {
		if ( array_intersect( $categories, array_merge( array( $term ), get_ancestors( $term, 'category' ) ) ) ) {
			return true;
		}
	}
	return false;
}

/**
 * Returns whether a membership plugin restricts a post, regardless of the reader: pages are cached for all.
 *
 * @param \WP_Post $post Post.
 */
function is_protected( \WP_Post $post ) {
	/**
	 * Filters whether a post is restricted to members.
	 *
	 * @param bool     $is_protected Whether a known membership plugin reserves it.
	 * @param \WP_Post $post         Post.
	 */
	return (bool) apply_filters( 'parlance_is_protected', is_reserved_by_plugin( $post ), $post );
}

/**
 * Queries the active membership plugins.
 *
 * @param \WP_Post $post Post.
 */
function is_reserved_by_plugin( \WP_Post $post ) {
	$id = $post->ID;
	if ( class_exists( '\MeprRule' ) && is_callable( array( '\MeprRule', 'get_rules' ) ) && \MeprRule::get_rules( $post ) ) {
		return true;
	}
	if ( function_exists( 'pmpro_has_membership_access' ) ) {
		// Returns [has access, ids of the required levels, their names].
		$access = pmpro_has_membership_access( $id, null, true );
		if ( is_array( $access ) && ! empty( $access[1] ) ) {
			return true;
		}
	}
	if ( function_exists( 'wc_memberships_is_post_content_restricted' ) && wc_memberships_is_post_content_restricted( $id ) ) {
		return true;
	}
	if ( function_exists( 'rcp_is_restricted_content' ) && rcp_is_restricted_content( $id ) ) {
		return true;
	}
	if ( function_exists( 'members_can_user_view_post' ) && ! members_can_user_view_post( 0, $id ) ) {
		return true;
	}
	if ( function_exists( 'is_protected_by_s2member' ) && is_protected_by_s2member( $id, 'singular' ) ) {
		return true;
	}
	$swpm = class_exists( '\SwpmProtection' ) && is_callable( array( '\SwpmProtection', 'get_instance' ) )
		? \SwpmProtection::get_instance()
		: null;
	if ( $swpm && is_callable( array( $swpm, 'is_protected' ) ) && $swpm->is_protected( $id ) ) {
		return true;
	}
	return is_reserved_by_meta( $id );
}

/**
 * Reads the reservation of plugins that keep it with the post: Jetpack newsletters, Memberful, Ultimate Member.
 *
 * @param int $id Post id.
 */
function is_reserved_by_meta( $id ) {
	$jetpack = get_post_meta( $id, '_jetpack_newsletter_access', true );
	if ( $jetpack && 'everybody' !== $jetpack ) {
		return true;
	}
	if ( get_post_meta( $id, 'memberful_acl', true ) ) {
		return true;
	}
	$member = get_post_meta( $id, 'um_content_restriction', true );
	return is_array( $member ) && ! empty( $member['_um_custom_access_settings'] )
		&& isset( $member['_um_accessible'] ) && 2 === (int) $member['_um_accessible'];
}
