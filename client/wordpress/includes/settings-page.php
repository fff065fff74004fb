<?php
/**
 * Settings › Parlance.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', __NAMESPACE__ . '\add_settings_page' );
add_action( 'admin_init', __NAMESPACE__ . '\register_settings' );
add_action( 'admin_init', __NAMESPACE__ . '\suggest_privacy_text' );
add_action( 'admin_notices', __NAMESPACE__ . '\print_trouble' );
add_action( 'wp_ajax_parlance_test', __NAMESPACE__ . '\answer_test' );
add_action( 'admin_post_parlance_adopt', __NAMESPACE__ . '\adopt_address' );
add_filter( 'plugin_action_links_' . plugin_basename( PLUGIN_FILE ), __NAMESPACE__ . '\add_settings_link' );

/** Adds the page to the menu. */
function add_settings_page() {
	add_options_page( 'Parlance', 'Parlance', 'manage_options', 'parlance', __NAMESPACE__ . '\print_settings_page' );
}

/**
 * Adds a link to the list of plugins.
 *
 * @param string[] $links Links.
 * @return string[]
 */
function add_settings_link( $links ) {
	array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( settings_address() ), esc_html__( 'Settings', 'parlance' ) ) );
	return $links;
}

/** Returns the address of the page. */
function settings_address() {
	return admin_url( 'options-general.php?page=parlance' );
}

/** Registers the option, which WordPress saves after checking nonce and capability. */
function register_settings() {
	register_setting(
		'parlance',
		OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => __NAMESPACE__ . '\sanitize_settings',
			'show_in_rest'      => false,
		)
	);
}

/**
 * Returns checked settings.
 *
 * @param mixed $input What the form has sent, or settings that are stored by the plugin.
 * @return array
 */
function sanitize_settings( $input ) {
	$before = settings();
	$input  = is_array( $input ) ? $input : array();
	if ( isset( $input['sealed_key'] ) ) {
		// Stored by the plugin, and checked before.
		return array_merge( $before, array_intersect_key( $input, $before ) );
	}
	$server = isset( $input['server'] ) ? sanitize_server( (string) $input['server'] ) : '';
	if ( '' === $server && ! empty( $input['server'] ) ) {
		add_settings_error( OPTION, 'server', __( 'Enter the server address with https://, such as https://audio.example.com.', 'parlance' ) );
		$server = $before['server'];
	}
	$key = isset( $input['key'] ) ? trim( sanitize_text_field( (string) $input['key'] ) ) : '';
	// A player is chosen as `project/height/slug`.
	$player = explode( '/', isset( $input['player'] ) ? sanitize_text_field( (string) $input['player'] ) : '', 3 );
	$chosen = 3 === count( $player ) && preg_match( '/^[A-Za-z0-9-]{1,80}$/', $player[2] );
	$after  = array(
		'server'     => $server,
		// The stored key belongs to its server and must not be sent to another one.
		'sealed_key' => '' !== $key ? seal_key( $key ) : ( $server === $before['server'] ? $before['sealed_key'] : '' ),
		'project'    => $chosen ? absint( $player[0] ) : 0,
		'height'     => $chosen ? min( absint( $player[1] ), 1000 ) : 64,
		'channel'    => $chosen ? $player[2] : '',
		'post_types' => array_values( array_intersect( chosen_words( $input, 'post_types' ), array_keys( offered_post_types() ) ) ),
		'categories' => array_map( 'absint', chosen_words( $input, 'categories' ) ),
		'placement'  => one_of( $input, 'placement', array( 'before', 'after', 'hook-before', 'hook-after', 'none' ) ),
		'protected'  => one_of( $input, 'protected', array( 'skip', 'send' ) ),
		'since'      => $before['since'] ? $before['since'] : time(),
		'home'       => '' !== $before['home'] ? $before['home'] : untrailingslashit( home_url() ),
	);
	if ( '' === $after['sealed_key'] && ! defined( 'PARLANCE_API_KEY' ) ) {
		add_settings_error( OPTION, 'key', __( 'Enter an API key.', 'parlance' ) );
	}
	add_action( 'shutdown', __NAMESPACE__ . '\apply_settings' );
	return $after;
}

/** Applies new settings after they are stored. */
function apply_settings() {
	note_connection( null );
	hurry_outbox();
	purge_page_caches();
}

/**
 * Returns the words of a group of checkboxes.
 *
 * @param array  $input Form.
 * @param string $name  Group.
 * @return string[]
 */
function chosen_words( array $input, $name ) {
	return isset( $input[ $name ] ) && is_array( $input[ $name ] ) ? array_map( 'sanitize_key', $input[ $name ] ) : array();
}

/**
 * Returns the chosen value, or the first one if another was sent.
 *
 * @param array    $input  Form.
 * @param string   $name   Field.
 * @param string[] $values Values.
 * @return string
 */
function one_of( array $input, $name, array $values ) {
	$value = isset( $input[ $name ] ) && is_string( $input[ $name ] ) ? $input[ $name ] : '';
	return in_array( $value, $values, true ) ? $value : $values[0];
}

/**
 * Returns a server's address without path and slash. Empty if it is none.
 *
 * @param string $address What someone has entered.
 */
function sanitize_server( $address ) {
	$address = esc_url_raw( trim( $address ), array( 'http', 'https' ) );
	$parts   = wp_parse_url( $address );
	if ( empty( $parts['host'] ) || empty( $parts['scheme'] ) ) {
		return '';
	}
	return $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' )
		. ( isset( $parts['path'] ) ? untrailingslashit( $parts['path'] ) : '' );
}

/** Responds to “Test connection” with the players to choose from. */
function answer_test() {
	check_ajax_referer( 'parlance' );
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_send_json_error( __( 'You are not allowed to change these settings.', 'parlance' ), 403 );
	}
	$server = isset( $_POST['server'] ) ? sanitize_server( sanitize_text_field( wp_unslash( $_POST['server'] ) ) ) : '';
	$key    = isset( $_POST['key'] ) ? trim( sanitize_text_field( wp_unslash( $_POST['key'] ) ) ) : '';
	if ( '' === $server ) {
		wp_send_json_error( __( 'Enter the server address with https://, such as https://audio.example.com.', 'parlance' ) );
	}
	// The stored key is sent only to its own server.
	if ( '' === $key && settings()['server'] === $server ) {
		$key = api_key();
	}
	if ( '' === $key ) {
		wp_send_json_error( __( 'Enter an API key.', 'parlance' ) );
	}
	$channels = find_channels( $server, $key );
	if ( is_wp_error( $channels ) ) {
		wp_send_json_error( connection_problem( $channels ) );
	}
	wp_send_json_success( $channels );
}

/**
 * Returns what is wrong with the connection, and what to do.
 *
 * @param \WP_Error $error Failure of the API.
 */
function connection_problem( \WP_Error $error ) {
	switch ( $error->get_error_code() ) {
		case 'unreachable':
			/* translators: %s: technical reason. */
			return sprintf( __( 'Parlance cannot be reached. Check the server address. (%s)', 'parlance' ), $error->get_error_message() );
		case 'key':
			return __( 'Parlance refuses the API key. Copy it again, or create a new one under Sources or API tokens in Parlance.', 'parlance' );
		default:
			return $error->get_error_message();
	}
}

/** Allows a site that has moved, or a copy, to change the articles from now on. */
function adopt_address() {
	check_admin_referer( 'parlance_adopt' );
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( esc_html__( 'You are not allowed to change these settings.', 'parlance' ), 403 );
	}
	update_option( OPTION, array( 'home' => untrailingslashit( home_url() ) ) + settings() );
	hurry_outbox();
	wp_safe_redirect( settings_address() );
	exit;
}

/** Shows administrators why posts aren't being sent. */
function print_trouble() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = settings();
	$link     = sprintf( '<a href="%s">%s</a>', esc_url( settings_address() ), esc_html__( 'Parlance settings', 'parlance' ) );
	$message  = '';
	if ( '' !== $settings['sealed_key'] && '' === api_key() ) {
		$message = esc_html__( 'Parlance: the API key can no longer be read because the keys in wp-config.php have changed. Enter it again.', 'parlance' ) . ' ' . $link;
	} elseif ( is_copy() ) {
		$form    = sprintf( '<a class="button" href="%s">%s</a>', esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=parlance_adopt' ), 'parlance_adopt' ) ), esc_html__( 'The site has moved: send from here', 'parlance' ) );
		$message = sprintf(
			/* translators: 1: former address, 2: present address. */
			esc_html__( 'Parlance is paused: it was connected at %1$s, and this is %2$s. A copy of the site must not change its audio.', 'parlance' ),
			esc_html( $settings['home'] ),
			esc_html( home_url() )
		) . '</p><p>' . $form;
	} else {
		$trouble = get_option( 'parlance_trouble' );
		$backlog = outbox_backlog();
		if ( is_array( $trouble ) && $backlog['entries'] > 0 && ( 'key' === $trouble[0] || $backlog['age'] > HOUR_IN_SECONDS ) ) {
			$message = esc_html(
				sprintf(
					/* translators: 1: number of posts, 2: reason. */
					_n( 'Parlance: %1$d change is waiting to be sent. %2$s', 'Parlance: %1$d changes are waiting to be sent. %2$s', $backlog['entries'], 'parlance' ),
					$backlog['entries'],
					$trouble[1]
				)
			) . ' ' . $link;
		}
	}
	if ( '' !== $message ) {
		echo '<div class="notice notice-warning"><p>' . $message . '</p></div>'; // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped above.
	}
}

/** Suggests a paragraph for the site's privacy policy. */
function suggest_privacy_text() {
	wp_add_privacy_policy_content(
		'Parlance',
		wpautop( esc_html__( 'Articles can be listened to. The audio player is loaded from our audio server, which receives your IP address, the address of the page and what you play. Without your consent it stores nothing on your device.', 'parlance' ) )
	);
}
