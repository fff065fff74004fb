<?php
/**
 * Plugin Name:       Parlance Audio
 * Description:       Turns your posts into spoken audio with Parlance and puts the player on their pages.
 * Version:           {{version}}
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            Parlance
 * License:           GPL-3.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-3.0.html
 * Text Domain:       parlance
 * Domain Path:       /languages
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

const VERSION     = '{{version}}';
const PLUGIN_FILE = __FILE__;

foreach ( array(
	'settings',
	'api',
	'eligibility',
	'post-text',
	'outbox',
	'articles',
	'sync',
	'player',
	'neighbors',
	'status',
	'editor',
	'post-list',
	'settings-page',
	'settings-fields',
) as $part ) {
	require_once __DIR__ . "/includes/$part.php";
}

register_activation_hook( __FILE__, __NAMESPACE__ . '\activate' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\deactivate' );
add_action( 'init', __NAMESPACE__ . '\load_translations' );
add_filter( 'load_textdomain_mofile', __NAMESPACE__ . '\translation_file', 10, 2 );

/** Prepares the site. On a network, the other sites prepare themselves when they are first used. */
function activate() {
	prepare_outbox();
	schedule_deliveries();
}

/** Stops deliveries. What has not been delivered stays, for when the plugin is activated again. */
function deactivate() {
	wp_clear_scheduled_hook( DELIVERY_HOOK );
	wp_clear_scheduled_hook( REGULAR_HOOK );
}

/** Loads the texts that come with the plugin. */
function load_translations() {
	load_plugin_textdomain( 'parlance', false, dirname( plugin_basename( PLUGIN_FILE ) ) . '/languages' );
}

/**
 * Serves every German and French locale (`de_CH`, `de_DE_formal`, `fr_CA` …) with the plugin's own texts.
 *
 * @param string $file   Translation file that WordPress would load.
 * @param string $domain Text domain.
 * @return string
 */
function translation_file( $file, $domain ) {
	if ( 'parlance' !== $domain || is_readable( $file ) ) {
		return $file;
	}
	$languages = array(
		'de' => 'de_DE',
		'fr' => 'fr_FR',
	);
	$language  = substr( determine_locale(), 0, 2 );
	return isset( $languages[ $language ] )
		? plugin_dir_path( PLUGIN_FILE ) . "languages/parlance-{$languages[ $language ]}.mo"
		: $file;
}
