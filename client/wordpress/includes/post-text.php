<?php
/**
 * The text of a post that is spoken.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

/** Elements that are not spoken, with all that is in them. */
const SILENT_ELEMENTS = array( 'script', 'style', 'noscript', 'template', 'figure', 'figcaption', 'iframe', 'form', 'button', 'select', 'textarea', 'svg', 'audio', 'video', 'object', 'canvas', 'math', 'nav', 'pre' );

/** Elements that begin a new paragraph. */
const PARAGRAPH_ELEMENTS = array( 'address', 'article', 'aside', 'blockquote', 'dd', 'details', 'div', 'dl', 'dt', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'ol', 'p', 'section', 'summary', 'table', 'tr', 'ul' );

/** Elements without content. */
const VOID_ELEMENTS = array( 'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr' );

/** Blocks of lists of posts, pictures and controls, which are no text of the post. */
const SILENT_BLOCKS = array( 'core/archives', 'core/audio', 'core/button', 'core/buttons', 'core/calendar', 'core/categories', 'core/code', 'core/comments', 'core/embed', 'core/file', 'core/gallery', 'core/image', 'core/latest-comments', 'core/latest-posts', 'core/loginout', 'core/navigation', 'core/page-list', 'core/query', 'core/rss', 'core/search', 'core/social-links', 'core/tag-cloud', 'core/video', 'parlance/player' );

/** Shortcodes of WordPress that show media. */
const SILENT_SHORTCODES = array( 'caption', 'wp_caption', 'gallery', 'playlist', 'audio', 'video', 'embed', 'parlance' );

/**
 * Returns the text of a post as someone who is not signed in reads it, with blank lines between paragraphs.
 *
 * @param \WP_Post $post Post.
 * @return string
 */
function post_text( \WP_Post $post ) {
	$reader   = get_current_user_id();
	$previous = isset( $GLOBALS['post'] ) ? $GLOBALS['post'] : null;
	if ( $reader ) {
		wp_set_current_user( 0 );
	}
	$GLOBALS['post'] = $post; // phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- Restored below.
	setup_postdata( $post );
	add_filter( 'render_block', __NAMESPACE__ . '\silence_block', PHP_INT_MAX, 2 );

	$content = preg_replace( '/' . get_shortcode_regex( SILENT_SHORTCODES ) . '/', '', $post->post_content );
	$content = has_blocks( $content ) ? do_blocks( $content ) : wpautop( $content );
	$content = do_shortcode( shortcode_unautop( $content ) );

	remove_filter( 'render_block', __NAMESPACE__ . '\silence_block', PHP_INT_MAX );
	$GLOBALS['post'] = $previous; // phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- Restores the previous value.
	if ( $previous instanceof \WP_Post ) {
		setup_postdata( $previous );
	}
	if ( $reader ) {
		wp_set_current_user( $reader );
	}
	/**
	 * Changes the text that is spoken.
	 *
	 * @param string   $text Text, with blank lines between paragraphs.
	 * @param \WP_Post $post Post.
	 */
	return (string) apply_filters( 'parlance_article_text', plain_text( $content ), $post );
}

/**
 * Leaves out blocks that are not spoken.
 *
 * @param string $html  Rendered block.
 * @param array  $block Block.
 * @return string
 */
function silence_block( $html, $block ) {
	return in_array( (string) $block['blockName'], SILENT_BLOCKS, true ) ? '' : $html;
}

/**
 * Turns HTML into paragraphs. Elements with the class `parlance-skip` are left out.
 *
 * @param string $html HTML.
 * @return string
 */
function plain_text( $html ) {
	$html = preg_replace( '/<!--.*?-->/s', '', (string) $html );
	$text = '';
	// The element to omit, and the number of open elements of the same name inside it.
	$silent = '';
	$depth  = 0;
	foreach ( wp_html_split( $html ) as $piece ) {
		if ( ! preg_match( '~^<(/?)([a-z][a-z0-9]*)~i', $piece, $tag ) ) {
			$text .= '' === $silent ? preg_replace( '/\s+/u', ' ', $piece ) : '';
			continue;
		}
		$name    = strtolower( $tag[2] );
		$is_open = '' === $tag[1] && ! in_array( $name, VOID_ELEMENTS, true ) && '/>' !== substr( $piece, -2 );
		if ( '' !== $silent ) {
			$depth += $name !== $silent ? 0 : ( $is_open ? 1 : ( '/' === $tag[1] ? -1 : 0 ) );
			$silent = 0 === $depth ? '' : $silent;
		} elseif ( $is_open && is_silent( $name, $piece ) ) {
			$silent = $name;
			$depth  = 1;
		} elseif ( in_array( $name, PARAGRAPH_ELEMENTS, true ) ) {
			$text .= "\n\n";
		} elseif ( 'br' === $name ) {
			$text .= "\n";
		} elseif ( '/' === $tag[1] && ( 'td' === $name || 'th' === $name ) ) {
			$text .= ', ';
		}
	}
	$text = html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	$text = preg_replace( array( '/, *(?=\n|$)/', '/[^\S\n]+/u', '/ ?\n ?/', '/\n{3,}/' ), array( '', ' ', "\n", "\n\n" ), $text );
	return trim( (string) $text );
}

/**
 * Returns whether an element is left out. Verse and preformatted text are `pre` elements as code is.
 *
 * @param string $name Name of the element.
 * @param string $tag  Its opening tag.
 */
function is_silent( $name, $tag ) {
	return ( in_array( $name, SILENT_ELEMENTS, true ) && ! preg_match( '/\bwp-block-(?:verse|preformatted)\b/', $tag ) )
		|| preg_match( '/\sclass=["\'][^"\']*\bparlance-skip\b/i', $tag );
}
