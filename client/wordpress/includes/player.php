<?php
/**
 * The player on pages: shortcode, block, automatic placement, AMP.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

const LOADER_HANDLE = 'parlance-player';

add_action( 'init', __NAMESPACE__ . '\register_block' );
add_shortcode( 'parlance', __NAMESPACE__ . '\render_shortcode' );
// After the filters that turn text into paragraphs and blocks into HTML.
add_filter( 'the_content', __NAMESPACE__ . '\place_player', 20 );
add_filter( 'hooked_block_types', __NAMESPACE__ . '\hook_block', 10, 4 );
add_filter( 'script_loader_tag', __NAMESPACE__ . '\loader_tag', 10, 2 );

/** Registers the block, which is rendered here. */
function register_block() {
	register_block_type(
		plugin_dir_path( PLUGIN_FILE ) . 'block',
		array( 'render_callback' => __NAMESPACE__ . '\render_block' )
	);
}

/**
 * Renders the block.
 *
 * @param array     $attributes Attributes.
 * @param string    $content    Unused: the block has no inner blocks.
 * @param \WP_Block $block      Block; its context names the post of a query loop.
 * @return string
 */
function render_block( $attributes, $content, $block ) {
	$post = get_post( isset( $block->context['postId'] ) ? (int) $block->context['postId'] : null );
	$html = $post ? player_html( $post ) : '';
	return '' === $html ? '' : sprintf( '<div %s>%s</div>', get_block_wrapper_attributes(), $html );
}

/**
 * Renders `[parlance]`: the player of this post, or of `[parlance post="12"]`.
 *
 * @param array|string $attributes Attributes.
 * @return string
 */
function render_shortcode( $attributes ) {
	$attributes = shortcode_atts( array( 'post' => 0 ), $attributes, 'parlance' );
	$post       = get_post( (int) $attributes['post'] ? (int) $attributes['post'] : null );
	return $post ? player_html( $post ) : '';
}

/**
 * Returns where the player is placed automatically.
 *
 * @return string One of before, after, hook-before, hook-after, none.
 */
function placement() {
	$placement = settings()['placement'];
	// Hooks of blocks: WordPress 6.4 with a block theme.
	$has_hooks = wp_is_block_theme() && function_exists( 'get_hooked_blocks' );
	return $has_hooks ? $placement : str_replace( 'hook-', '', $placement );
}

/**
 * Places the player before or after the content of the page's own post: not in lists, excerpts and feeds.
 *
 * @param string $content HTML.
 * @return string
 */
function place_player( $content ) {
	$placement = placement();
	if ( ! in_array( $placement, array( 'before', 'after' ), true ) || ! is_singular() || is_feed() || doing_filter( 'get_the_excerpt' ) ) {
		return $content;
	}
	$post = get_post();
	if ( ! $post || get_queried_object_id() !== $post->ID || false !== strpos( $content, 'parlance-player' ) || null !== reason_against_player( $post ) ) {
		return $content;
	}
	$html = player_html( $post );
	return 'before' === $placement ? $html . $content : $content . $html;
}

/**
 * Hooks the block to the content of posts in templates of block themes. In the site editor it can be moved.
 *
 * @param string[] $hooked   Blocks that are hooked.
 * @param string   $position Where: before, after, first_child, last_child.
 * @param string   $anchor   Block that they are hooked to.
 * @param mixed    $context  Template, pattern or post.
 * @return string[]
 */
function hook_block( $hooked, $position, $anchor, $context ) {
	$is_template = $context instanceof \WP_Block_Template && in_array( $context->slug, singular_templates(), true );
	if ( $is_template && 'core/post-content' === $anchor && "hook-$position" === placement() ) {
		$hooked[] = 'parlance/player';
	}
	return $hooked;
}

/** Returns the names of templates that show one post of a type that has audio. */
function singular_templates() {
	$templates = array( 'singular' );
	foreach ( settings()['post_types'] as $type ) {
		$templates[] = 'page' === $type ? 'page' : 'single';
		$templates[] = "single-$type";
	}
	return $templates;
}

/**
 * Returns the player of a post: nothing if the post is not public or if it must not have one. It is the same for
 * every reader, so that pages can be cached.
 *
 * @param \WP_Post $post Post.
 * @return string
 */
function player_html( \WP_Post $post ) {
	$settings = settings();
	$reason   = reason_against_player( $post );
	if ( '' === $settings['server'] || '' === $settings['channel'] || is_feed() || doing_filter( 'get_the_excerpt' ) ) {
		return '';
	}
	if ( in_array( $reason, array( 'status', 'off', 'password', 'protected' ), true ) ) {
		return '';
	}
	if ( is_amp() ) {
		return amp_html( $post );
	}
	wp_enqueue_script( LOADER_HANDLE, $settings['server'] . '/player/loader.js', array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters -- Its address never changes.
	$state = get_post_meta( $post->ID, STATE_META, true );
	$style = is_array( $state ) && 'READY' === $state['status'] ? sprintf( ' style="min-height:%dpx"', $settings['height'] ) : '';
	return sprintf(
		'<div class="parlance-player" data-channel="%s" data-external-id="%s" data-url="%s"%s></div>',
		esc_attr( $settings['channel'] ),
		esc_attr( article_guid( $post ) ),
		esc_attr( esc_url_raw( get_permalink( $post ) ) ),
		$style
	);
}

/** Returns whether an AMP page is being made, by the AMP plugin or by AMP for WP. */
function is_amp() {
	return ( function_exists( 'amp_is_request' ) && amp_is_request() )
		|| ( function_exists( 'ampforwp_is_amp_endpoint' ) && ampforwp_is_amp_endpoint() );
}

/**
 * Returns the player for AMP pages, where publishers' scripts do not run: a frame. `amp-iframe` needs a
 * placeholder near the top of the page.
 *
 * @param \WP_Post $post Post.
 * @return string
 */
function amp_html( \WP_Post $post ) {
	$settings = settings();
	$address  = add_query_arg(
		array( 'externalId' => rawurlencode( article_guid( $post ) ) ),
		$settings['server'] . '/player/' . rawurlencode( $settings['channel'] ) . '/frame'
	);
	return sprintf(
		'<amp-iframe src="%1$s" title="%2$s" height="180" layout="fixed-height" sandbox="allow-scripts allow-same-origin allow-popups" frameborder="0"><span placeholder>%2$s</span></amp-iframe>',
		esc_url( $address ),
		esc_attr__( 'Listen to this article', 'parlance' )
	);
}

/**
 * Loads the script asynchronously, and asks optimizers not to join or delay it: it is a separate file so that
 * the server can update it.
 *
 * @param string $tag    Script element.
 * @param string $handle Name of the script.
 * @return string
 */
function loader_tag( $tag, $handle ) {
	return LOADER_HANDLE === $handle && false === strpos( $tag, 'data-no-optimize' )
		? str_replace( '<script ', '<script async data-no-optimize="1" data-no-minify="1" data-no-defer="1" data-cfasync="false" ', $tag )
		: $tag;
}
