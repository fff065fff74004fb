<?php
/**
 * Client of Parlance's GraphQL API. Failures are `WP_Error`s: `temporary` ones are tried again.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

/**
 * Runs a GraphQL operation.
 *
 * @param string $operation Document.
 * @param array  $variables Variables.
 * @param array  $connection Server and key; defaults to those of the settings.
 * @param int    $timeout    Seconds.
 * @return array|\WP_Error Data of the response.
 */
function query_api( $operation, array $variables = array(), array $connection = array(), $timeout = 20 ) {
	$server   = isset( $connection['server'] ) ? $connection['server'] : settings()['server'];
	$key      = isset( $connection['key'] ) ? $connection['key'] : api_key();
	$response = wp_remote_post(
		$server . '/graphql',
		array(
			'timeout'     => $timeout,
			'redirection' => 0,
			'user-agent'  => 'Parlance for WordPress/' . VERSION . '; ' . home_url(),
			'headers'     => array(
				'authorization' => 'Bearer ' . $key,
				'content-type'  => 'application/json',
				'accept'        => 'application/json',
			),
			'body'        => wp_json_encode(
				array(
					'query'     => $operation,
					'variables' => (object) $variables,
				)
			),
		)
	);
	if ( is_wp_error( $response ) ) {
		return temporary_error( 'unreachable', $response->get_error_message() );
	}
	$status = (int) wp_remote_retrieve_response_code( $response );
	$body   = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( 401 === $status || 403 === $status ) {
		return temporary_error( 'key', __( 'Parlance refuses the API key.', 'parlance' ) );
	}
	if ( 429 === $status || $status >= 500 ) {
		return temporary_error(
			'busy',
			/* translators: %d: status code of HTTP, such as 503. */
			sprintf( __( 'Parlance is busy (%d).', 'parlance' ), $status ),
			retry_after( wp_remote_retrieve_header( $response, 'retry-after' ) )
		);
	}
	if ( ! is_array( $body ) || ( ! isset( $body['data'] ) && ! isset( $body['errors'] ) ) ) {
		return temporary_error( 'no-parlance', __( 'There is no Parlance server at this address.', 'parlance' ) );
	}
	if ( ! isset( $body['data'] ) || ! empty( $body['errors'] ) ) {
		$message = isset( $body['errors'][0]['message'] ) ? (string) $body['errors'][0]['message'] : '';
		return temporary_error( 'failed', $message );
	}
	return $body['data'];
}

/**
 * Runs a mutation that takes one input.
 *
 * @param string $name      Name of the mutation, such as `createArticle`.
 * @param string $selection Fields of its success.
 * @param array  $input     Input.
 * @return array|\WP_Error Fields of the success. The error's code is the type of the failure.
 */
function mutate_api( $name, $selection, array $input ) {
	$type = ucfirst( $name );
	$data = query_api(
		"mutation wordpress_$name(\$input: {$type}Input!) { $name(input: \$input) { __typename
			... on {$type}Success { $selection } ... on Error { message } "
			. ( in_array( $name, array( 'createArticle', 'updateArticle' ), true )
				? '... on ValidationError { fieldErrors { field code message } } '
				: '' ) .
		'} }',
		array( 'input' => $input )
	);
	if ( is_wp_error( $data ) ) {
		return $data;
	}
	$result = isset( $data[ $name ] ) ? $data[ $name ] : array();
	if ( isset( $result['__typename'] ) && "{$type}Success" === $result['__typename'] ) {
		return $result;
	}
	$code    = isset( $result['__typename'] ) ? $result['__typename'] : 'failed';
	$message = isset( $result['message'] ) ? $result['message'] : '';
	if ( 'NotSignedInError' === $code ) {
		return temporary_error( 'key', __( 'Parlance refuses the API key.', 'parlance' ) );
	}
	$fields = isset( $result['fieldErrors'] ) ? $result['fieldErrors'] : array();
	if ( $fields ) {
		$message = implode( ' ', wp_list_pluck( $fields, 'message' ) );
	}
	return new \WP_Error( $code, $message, array( 'fields' => $fields ) );
}

/**
 * Returns a failure after which the same call may succeed later.
 *
 * @param string $code    Reason.
 * @param string $message Sentence for people.
 * @param int    $after   Seconds that the server wants us to wait.
 */
function temporary_error( $code, $message, $after = 0 ) {
	return new \WP_Error(
		$code,
		$message,
		array(
			'temporary' => true,
			'after'     => $after,
		)
	);
}

/**
 * Returns the seconds of a `Retry-After` header (RFC 9110, 10.2.3), at most a day.
 *
 * @param string|array $header Seconds or a date.
 */
function retry_after( $header ) {
	$value   = is_array( $header ) ? (string) end( $header ) : (string) $header;
	$seconds = ctype_digit( $value ) ? (int) $value : (int) strtotime( $value ) - time();
	return max( 0, min( $seconds, DAY_IN_SECONDS ) );
}

/**
 * Returns the web players that the key can use: slug, name, project and project's name.
 *
 * @param string $server Address of the server.
 * @param string $key    API key.
 * @return array[]|\WP_Error
 */
function find_channels( $server, $key ) {
	$channels = array();
	$is_read  = false;
	$after    = null;
	// Twenty projects at a time: the server limits how much one query may ask for.
	do {
		$data = query_api(
			'query wordpress_channels($after: String) { viewer { projects(first: 20, after: $after) {
				pageInfo { hasNextPage endCursor }
				edges { node { databaseId name canWrite channels(first: 20) { edges { node { slug name type
					settings { ... on PlayerSettings { version } } } } } } } } } }',
			array( 'after' => $after ),
			array(
				'server' => $server,
				'key'    => $key,
			),
			10
		);
		if ( is_wp_error( $data ) ) {
			return $data;
		}
		$page = isset( $data['viewer'] ) ? $data['viewer']['projects'] : null;
		foreach ( $page ? $page['edges'] : array() as $edge ) {
			$is_read  = $is_read || ! $edge['node']['canWrite'];
			$channels = array_merge( $channels, players_of( $edge['node'] ) );
		}
		$after = $page && $page['pageInfo']['hasNextPage'] ? $page['pageInfo']['endCursor'] : null;
	} while ( null !== $after && count( $channels ) < 500 );
	if ( $channels ) {
		return $channels;
	}
	return $is_read
		? new \WP_Error( 'read-only', __( 'This API key can only read. Create one that can write.', 'parlance' ) )
		: new \WP_Error( 'no-channel', __( 'The connection works, but there is no web player yet. Add one under Channels in Parlance, then test again.', 'parlance' ) );
}

/**
 * Returns the web players of a project that the key can write to.
 *
 * @param array $project Project with its channels.
 * @return array[]
 */
function players_of( array $project ) {
	// Pixels of each version of the player.
	$heights = array(
		2 => 64,
		3 => 152,
		4 => 56,
	);
	$players = array();
	foreach ( $project['canWrite'] ? $project['channels']['edges'] : array() as $edge ) {
		$channel = $edge['node'];
		if ( 'PLAYER' === $channel['type'] ) {
			$version   = (int) $channel['settings']['version'];
			$players[] = array(
				'slug'         => $channel['slug'],
				'name'         => $channel['name'],
				'project'      => (int) $project['databaseId'],
				'project_name' => $project['name'],
				'height'       => isset( $heights[ $version ] ) ? $heights[ $version ] : 64,
			);
		}
	}
	return $players;
}
