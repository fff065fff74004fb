<?php
/**
 * Removes everything that the plugin has stored. Articles stay in Parlance.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** Removes the data of the current site. */
function remove_site_data() {
	global $wpdb;
	foreach ( array( 'parlance_settings', 'parlance_table', 'parlance_trouble' ) as $option ) {
		delete_option( $option );
	}
	foreach ( array( '_parlance_audio', '_parlance_published', '_parlance_article', '_parlance_state', '_parlance_passing' ) as $key ) {
		delete_post_meta_by_key( $key );
	}
	wp_clear_scheduled_hook( 'parlance_deliver' );
	wp_clear_scheduled_hook( 'parlance_deliver_regularly' );
	$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}parlance_outbox" ); // phpcs:ignore WordPress.DB -- The plugin's own table.
}

if ( is_multisite() ) {
	foreach ( get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	) as $parlance_site ) {
		switch_to_blog( $parlance_site );
		remove_site_data();
		restore_current_blog();
	}
} else {
	remove_site_data();
}
