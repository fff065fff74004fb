<?php
/**
 * Settings of the plugin, in one option.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

const OPTION = 'parlance_settings';

/**
 * Returns the settings, completed by the defaults.
 *
 * @return array{server:string,sealed_key:string,project:int,channel:string,height:int,post_types:string[],categories:int[],placement:string,protected:string,since:int,home:string}
 */
function settings() {
	$defaults = array(
		// Address of the Parlance server, without a slash at the end.
		'server'     => '',
		'sealed_key' => '',
		'project'    => 0,
		// Slug of the web player.
		'channel'    => '',
		// Pixels that pages reserve for a player that is known to have audio.
		'height'     => 64,
		'post_types' => array( 'post' ),
		// Term ids; none: all categories.
		'categories' => array(),
		// One of before, after, hook-before, hook-after, none.
		'placement'  => 'before',
		// What happens to posts of membership plugins: skip or send.
		'protected'  => 'skip',
		// Posts published before are sent only when an editor asks for it. Unix time.
		'since'      => 0,
		// Address of the site when it was connected: a copy of the site must not change its articles.
		'home'       => '',
	);
	$stored   = get_option( OPTION, array() );
	return array_merge( $defaults, is_array( $stored ) ? $stored : array() );
}

/** Returns whether server, key and channel are known. */
function is_connected() {
	$settings = settings();
	return '' !== $settings['server'] && '' !== $settings['channel'] && '' !== api_key();
}

/** Returns whether this site is a copy of the one that was connected: it sends nothing then. */
function is_copy() {
	$home = settings()['home'];
	return '' !== $home && untrailingslashit( home_url() ) !== $home;
}

/**
 * Returns the API key: that of `PARLANCE_API_KEY` in wp-config.php, else the stored one. Empty if there is none,
 * or if it cannot be opened because the site's salts have changed.
 */
function api_key() {
	if ( defined( 'PARLANCE_API_KEY' ) && is_string( \PARLANCE_API_KEY ) && '' !== \PARLANCE_API_KEY ) {
		return \PARLANCE_API_KEY;
	}
	return open_key( settings()['sealed_key'] );
}

/**
 * Seals the API key with the site's salts, so that a dump of the database does not reveal it.
 *
 * @param string $key API key.
 * @return string
 */
function seal_key( $key ) {
	if ( '' === $key ) {
		return '';
	}
	$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
	return base64_encode( $nonce . sodium_crypto_secretbox( $key, $nonce, sealing_key() ) );
}

/**
 * Opens what `seal_key` has sealed.
 *
 * @param string $sealed Sealed API key.
 * @return string Empty if it cannot be opened.
 */
function open_key( $sealed ) {
	$bytes = base64_decode( $sealed, true );
	if ( false === $bytes || strlen( $bytes ) <= SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ) {
		return '';
	}
	$opened = sodium_crypto_secretbox_open(
		substr( $bytes, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ),
		substr( $bytes, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ),
		sealing_key()
	);
	return false === $opened ? '' : $opened;
}

/** Returns 32 bytes that only this site's configuration has. */
function sealing_key() {
	return hash( 'sha256', 'parlance' . wp_salt( 'auth' ), true );
}
