<?php
/**
 * Outbox table of changes to send to Parlance, so that nothing is lost while Parlance or this site is down. An
 * entry names a post and an action. Each post's entries are delivered in order, with its content at that time.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

const DELIVERY_HOOK  = 'parlance_deliver';
const REGULAR_HOOK   = 'parlance_deliver_regularly';
const TABLE_OPTION   = 'parlance_table';
const TABLE_VERSION  = 1;
/** Seconds before a change is sent: editors save in quick succession. */
const DELIVERY_DELAY = 10;
/** Seconds after which an unfinished delivery counts as failed. */
const CLAIM_SECONDS  = 300;
/** Seconds between attempts: doubled each time, up to the second value. */
const RETRY_SECONDS  = array( 60, 21600 );

add_action( DELIVERY_HOOK, __NAMESPACE__ . '\deliver' );
add_action( REGULAR_HOOK, __NAMESPACE__ . '\deliver' );
add_action( 'init', __NAMESPACE__ . '\prepare_outbox' );
add_action( 'admin_init', __NAMESPACE__ . '\schedule_deliveries' );
// phpcs:ignore WordPress.WP.CronInterval.CronSchedulesInterval -- Retries begin after a minute.
add_filter( 'cron_schedules', __NAMESPACE__ . '\add_interval' );

/** Returns the name of the table. */
function outbox_table() {
	global $wpdb;
	return $wpdb->prefix . 'parlance_outbox';
}

/** Creates or updates the table. */
function prepare_outbox() {
	global $wpdb;
	if ( TABLE_VERSION === (int) get_option( TABLE_OPTION ) ) {
		return;
	}
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$table = outbox_table();
	dbDelta(
		"CREATE TABLE $table (
			id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
			post_id bigint(20) unsigned NOT NULL,
			action varchar(20) NOT NULL,
			details longtext NOT NULL,
			attempts int(10) unsigned NOT NULL DEFAULT 0,
			due_at bigint(20) unsigned NOT NULL,
			claimed_until bigint(20) unsigned NOT NULL DEFAULT 0,
			error text NOT NULL,
			created_at bigint(20) unsigned NOT NULL,
			PRIMARY KEY  (id),
			KEY post_order (post_id,id),
			KEY due_at (due_at)
		) {$wpdb->get_charset_collate()};"
	);
	update_option( TABLE_OPTION, TABLE_VERSION );
}

/**
 * Adds the interval of regular deliveries.
 *
 * @param array $schedules Schedules of WP-Cron.
 * @return array
 */
function add_interval( $schedules ) {
	$schedules['parlance_minutes'] = array(
		'interval' => 5 * MINUTE_IN_SECONDS,
		'display'  => 'Parlance',
	);
	return $schedules;
}

/** Schedules the regular delivery of waiting entries. */
function schedule_deliveries() {
	if ( ! wp_next_scheduled( REGULAR_HOOK ) ) {
		wp_schedule_event( time() + MINUTE_IN_SECONDS, 'parlance_minutes', REGULAR_HOOK );
	}
}

/**
 * Schedules a delivery. WordPress refuses an event that is close to another one, so a later one makes room.
 *
 * @param int $seconds From now.
 */
function schedule_delivery( $seconds ) {
	$next = wp_next_scheduled( DELIVERY_HOOK );
	if ( $next && $next <= time() + $seconds ) {
		return;
	}
	wp_clear_scheduled_hook( DELIVERY_HOOK );
	wp_schedule_single_event( time() + $seconds, DELIVERY_HOOK );
}

/**
 * Adds an entry. Saving a post several times sends it once: an entry that waits covers later changes.
 *
 * @param int    $post_id Post.
 * @param string $action  One of send, remove, revoice.
 * @param array  $details Id, GUID and address of a post that is being deleted.
 */
function add_to_outbox( $post_id, $action, array $details = array() ) {
	global $wpdb;
	$table = outbox_table();
	// phpcs:disable WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- The table's name is ours.
	$last = $wpdb->get_row( $wpdb->prepare( "SELECT action, claimed_until FROM $table WHERE post_id = %d ORDER BY id DESC LIMIT 1", $post_id ) );
	// phpcs:enable
	if ( ! $last || $last->action !== $action || $last->claimed_until > time() ) {
		$wpdb->insert(
			$table,
			array(
				'post_id'    => $post_id,
				'action'     => $action,
				'details'    => (string) wp_json_encode( $details ),
				'error'      => '',
				'due_at'     => time() + DELIVERY_DELAY,
				'created_at' => time(),
			),
			array( '%d', '%s', '%s', '%s', '%d', '%d' )
		);
	}
	schedule_delivery( DELIVERY_DELAY );
}

/**
 * Returns the oldest entry of a post, or null.
 *
 * @param int $post_id Post.
 * @return object|null
 */
function waiting_entry( $post_id ) {
	global $wpdb;
	$table = outbox_table();
	// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- The table's name is ours.
	return $wpdb->get_row( $wpdb->prepare( "SELECT * FROM $table WHERE post_id = %d ORDER BY id LIMIT 1", $post_id ) );
}

/** Makes all entries due now, after the settings have changed. */
function hurry_outbox() {
	global $wpdb;
	$table = outbox_table();
	// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- The table's name is ours.
	$wpdb->query( "UPDATE $table SET due_at = 0 WHERE claimed_until = 0" );
	schedule_delivery( 0 );
}

/** Returns the number of entries, and the age of the oldest one in seconds. */
function outbox_backlog() {
	global $wpdb;
	$table = outbox_table();
	// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- The table's name is ours.
	$row = $wpdb->get_row( "SELECT COUNT(*) AS entries, MIN(created_at) AS oldest FROM $table" );
	return array(
		'entries' => $row ? (int) $row->entries : 0,
		'age'     => $row && $row->oldest ? time() - (int) $row->oldest : 0,
	);
}

/**
 * Delivers what is due, then looks up the posts whose audio is being generated.
 *
 * @param int $seconds How long it may take.
 */
function deliver( $seconds = 25 ) {
	if ( ! is_connected() || is_copy() ) {
		return;
	}
	$end = time() + ( (int) $seconds > 0 ? (int) $seconds : 25 );
	while ( time() < $end ) {
		$entry = claim_entry();
		if ( ! $entry ) {
			break;
		}
		$result = deliver_entry( $entry );
		// The server is away or busy: the others would fail, too.
		if ( is_wp_error( $result ) && in_array( $result->get_error_code(), array( 'unreachable', 'key', 'busy', 'no-parlance' ), true ) ) {
			break;
		}
	}
	if ( time() < $end ) {
		refresh_states();
	}
}

/**
 * Delivers the entries of one post while someone waits.
 *
 * @param int $post_id Post.
 */
function deliver_post( $post_id ) {
	if ( ! is_connected() || is_copy() ) {
		return;
	}
	$end = time() + 15;
	while ( time() < $end ) {
		$entry = claim_entry( $post_id );
		if ( ! $entry || is_wp_error( deliver_entry( $entry ) ) ) {
			return;
		}
	}
}

/**
 * Takes the next entry that is due and has no older one of its post before it. Several processes may do so.
 *
 * @param int $post_id Only of this post, also if it was saved a moment ago.
 * @return object|null
 */
function claim_entry( $post_id = 0 ) {
	global $wpdb;
	$table = outbox_table();
	$now   = time();
	// phpcs:disable WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- The table's name is ours.
	for ( $tries = 0; $tries < 5; $tries++ ) {
		$entry = $wpdb->get_row(
			$wpdb->prepare(
				"SELECT * FROM $table AS entry WHERE due_at <= %d AND claimed_until <= %d AND (%d = 0 OR post_id = %d)
				AND NOT EXISTS (SELECT 1 FROM $table AS older WHERE older.post_id = entry.post_id AND older.id < entry.id)
				ORDER BY id LIMIT 1",
				$post_id ? $now + DELIVERY_DELAY : $now,
				$now,
				$post_id,
				$post_id
			)
		);
		if ( ! $entry ) {
			return null;
		}
		$claimed = $wpdb->query(
			$wpdb->prepare(
				"UPDATE $table SET claimed_until = %d, attempts = attempts + 1 WHERE id = %d AND claimed_until = %d",
				$now + CLAIM_SECONDS,
				$entry->id,
				$entry->claimed_until
			)
		);
		if ( $claimed ) {
			++$entry->attempts;
			return $entry;
		}
	}
	// phpcs:enable
	return null;
}

/**
 * Delivers an entry, and deletes it or puts it back for later.
 *
 * @param object $entry Row of the table.
 * @return true|\WP_Error
 */
function deliver_entry( $entry ) {
	global $wpdb;
	$result  = carry_out( $entry );
	$details = is_wp_error( $result ) ? $result->get_error_data() : array();
	if ( is_wp_error( $result ) && ! empty( $details['temporary'] ) ) {
		list( $first, $most ) = RETRY_SECONDS;

		$wait = max( (int) $details['after'], min( $first * 2 ** min( $entry->attempts - 1, 20 ), $most ) );
		$wpdb->update(
			outbox_table(),
			array(
				'claimed_until' => 0,
				'due_at'        => time() + $wait,
				'error'         => $result->get_error_message(),
			),
			array( 'id' => $entry->id ),
			array( '%d', '%d', '%s' ),
			array( '%d' )
		);
		note_connection( $result );
		return $result;
	}
	$wpdb->delete( outbox_table(), array( 'id' => $entry->id ), array( '%d' ) );
	if ( is_wp_error( $result ) ) {
		note_refusal( (int) $entry->post_id, $result );
	} else {
		note_connection( null );
	}
	return $result;
}

/**
 * Remembers why Parlance could not be reached, for the notice of administrators.
 *
 * @param \WP_Error|null $error Null: it was reached.
 */
function note_connection( $error ) {
	if ( $error ) {
		update_option( 'parlance_trouble', array( $error->get_error_code(), $error->get_error_message() ), false );
	} else {
		delete_option( 'parlance_trouble' );
	}
}
