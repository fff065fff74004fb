<?php
/**
 * Compatibility with plugins that cache pages, join scripts or generate AMP pages.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

// WP Rocket, Perfmatters.
foreach ( array( 'rocket_exclude_js', 'rocket_exclude_defer_js', 'rocket_delay_js_exclusions', 'perfmatters_delay_js_exclusions', 'perfmatters_minify_js_exclusions' ) as $filter ) {
	add_filter( $filter, __NAMESPACE__ . '\exclude_loader' );
}
// LiteSpeed Cache, WP-Optimize.
foreach ( array( 'litespeed_optimize_js_excludes', 'litespeed_optm_js_defer_exc', 'wp-optimize-minify-default-exclusions' ) as $filter ) {
	add_filter( $filter, __NAMESPACE__ . '\exclude_loader' );
}
// SiteGround Optimizer excludes scripts by handle.
foreach ( array( 'sgo_js_minify_exclude', 'sgo_javascript_combine_exclude', 'sgo_js_async_exclude' ) as $filter ) {
	add_filter( $filter, __NAMESPACE__ . '\exclude_handle' );
}
add_filter( 'autoptimize_filter_js_exclude', __NAMESPACE__ . '\exclude_from_list' );
add_filter( 'amp_post_template_data', __NAMESPACE__ . '\add_amp_frame' );

/**
 * Adds the loader to scripts that stay as they are.
 *
 * @param mixed $excluded Parts of addresses.
 * @return mixed
 */
function exclude_loader( $excluded ) {
	return is_array( $excluded ) ? array_merge( $excluded, array( '/player/loader.js' ) ) : $excluded;
}

/**
 * Adds the loader's handle to scripts that stay as they are.
 *
 * @param mixed $excluded Handles.
 * @return mixed
 */
function exclude_handle( $excluded ) {
	return is_array( $excluded ) ? array_merge( $excluded, array( LOADER_HANDLE ) ) : $excluded;
}

/**
 * Adds the loader to a list of Autoptimize: separated by commas.
 *
 * @param mixed $excluded Parts of addresses.
 * @return mixed
 */
function exclude_from_list( $excluded ) {
	return is_array( $excluded ) ? exclude_loader( $excluded ) : trim( $excluded . ', player/loader.js', ', ' );
}

/**
 * Has AMP for WP load the component for frames. The AMP plugin finds it by the element.
 *
 * @param array $data Data of the template.
 * @return array
 */
function add_amp_frame( $data ) {
	if ( is_array( $data ) && is_singular() && isset( $data['amp_component_scripts'] ) ) {
		$data['amp_component_scripts']['amp-iframe'] = 'https://cdn.ampproject.org/v0/amp-iframe-0.1.js';
	}
	return $data;
}

/** Empties the caches of pages, after the player has been placed differently. */
function purge_page_caches() {
	foreach ( array( 'rocket_clean_domain', 'w3tc_flush_all', 'wp_cache_clear_cache', 'sg_cachepress_purge_cache', 'wpfc_clear_all_cache' ) as $purge ) {
		if ( function_exists( $purge ) ) {
			$purge();
		}
	}
	do_action( 'litespeed_purge_all' ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- LiteSpeed's own.
}
