<?php
/**
 * The audio of a post in its editor: state, player, and whether it has audio.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

add_action( 'add_meta_boxes', __NAMESPACE__ . '\add_audio_box', 10, 2 );
add_action( 'save_post', __NAMESPACE__ . '\save_choice' );
add_action( 'wp_ajax_parlance_state', __NAMESPACE__ . '\answer_state' );
add_action( 'wp_ajax_parlance_generate', __NAMESPACE__ . '\answer_generate' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\enqueue_admin_files' );

/**
 * Returns whether posts of a type can have audio: those of the settings, and those whose editor chose it.
 *
 * @param string $type Post type.
 */
function has_audio_box( $type ) {
	return is_connected() && ( in_array( $type, settings()['post_types'], true ) );
}

/**
 * Adds the box, beside the post in both editors.
 *
 * @param string   $type Post type.
 * @param \WP_Post $post Post.
 */
function add_audio_box( $type, $post ) {
	if ( $post instanceof \WP_Post && has_audio_box( $type ) ) {
		add_meta_box( 'parlance-audio', __( 'Audio', 'parlance' ), __NAMESPACE__ . '\print_audio_box', $type, 'side', 'high' );
	}
}

/**
 * Prints the box.
 *
 * @param \WP_Post $post Post.
 */
function print_audio_box( $post ) {
	$choice  = get_post_meta( $post->ID, CHOICE_META, true );
	$choices = array(
		''    => __( 'As in the settings', 'parlance' ),
		'on'  => __( 'Always', 'parlance' ),
		'off' => __( 'Never', 'parlance' ),
	);
	wp_nonce_field( 'parlance_choice_' . $post->ID, 'parlance_choice_nonce' );
	?>
	<div class="parlance-audio" data-post="<?php echo esc_attr( (string) $post->ID ); ?>" data-state="<?php echo esc_attr( (string) wp_json_encode( describe_state( $post ) ) ); ?>">
		<p class="parlance-state" role="status"></p>
		<p class="parlance-detail"></p>
		<audio controls preload="none" hidden></audio>
		<p>
			<button type="button" class="button parlance-generate"><?php esc_html_e( 'Generate again', 'parlance' ); ?></button>
		</p>
		<p>
			<label for="parlance-choice"><?php esc_html_e( 'Audio for this post', 'parlance' ); ?></label>
			<select id="parlance-choice" name="parlance_choice">
				<?php foreach ( $choices as $value => $label ) : ?>
					<option value="<?php echo esc_attr( $value ); ?>" <?php selected( $choice, $value ); ?>><?php echo esc_html( $label ); ?></option>
				<?php endforeach; ?>
			</select>
		</p>
		<?php if ( is_protected( $post ) ) : ?>
			<p class="description"><?php esc_html_e( 'This post is reserved for members. “Always” sends its text to Parlance, and everyone can listen to it.', 'parlance' ); ?></p>
		<?php endif; ?>
	</div>
	<?php
}

/**
 * Saves the editor's choice.
 *
 * @param int $post_id Post.
 */
function save_choice( $post_id ) {
	$nonce = isset( $_POST['parlance_choice_nonce'] ) ? sanitize_text_field( wp_unslash( $_POST['parlance_choice_nonce'] ) ) : '';
	if ( ! wp_verify_nonce( $nonce, 'parlance_choice_' . $post_id ) || ! current_user_can( 'edit_post', $post_id ) ) {
		return;
	}
	$choice = isset( $_POST['parlance_choice'] ) ? sanitize_key( wp_unslash( $_POST['parlance_choice'] ) ) : '';
	if ( in_array( $choice, array( 'on', 'off' ), true ) ) {
		update_post_meta( $post_id, CHOICE_META, $choice );
	} else {
		delete_post_meta( $post_id, CHOICE_META );
	}
}

/** Responds to the box with the state of a post, after delivering what is due. */
function answer_state() {
	$post = requested_post();
	deliver_post( $post->ID );
	$state = get_post_meta( $post->ID, STATE_META, true );
	if ( is_array( $state ) && in_array( $state['status'], PASSING_STATES, true ) && is_connected() ) {
		refresh_state( $post->ID );
	}
	wp_send_json_success( describe_state( $post ) );
}

/** Responds to “Generate again”. */
function answer_generate() {
	$post = requested_post();
	send_on_request( $post, 'revoice' );
	deliver_post( $post->ID );
	wp_send_json_success( describe_state( $post ) );
}

/**
 * Returns the post of a request by someone who may edit it; others are refused.
 *
 * @return \WP_Post
 */
function requested_post() {
	check_ajax_referer( 'parlance' );
	$post = isset( $_POST['post'] ) ? get_post( absint( $_POST['post'] ) ) : null;
	if ( ! $post || ! current_user_can( 'edit_post', $post->ID ) ) {
		wp_send_json_error( __( 'You are not allowed to edit this post.', 'parlance' ), 403 );
	}
	return $post;
}

/**
 * Loads script and style on the pages that need them.
 *
 * @param string $page Page of the administration.
 */
function enqueue_admin_files( $page ) {
	$screen = get_current_screen();
	$is_own = 'settings_page_parlance' === $page
		|| ( in_array( $page, array( 'post.php', 'post-new.php', 'edit.php' ), true ) && $screen && has_audio_box( $screen->post_type ) );
	if ( ! $is_own ) {
		return;
	}
	wp_enqueue_style( 'parlance-admin', plugins_url( 'assets/admin.css', PLUGIN_FILE ), array(), VERSION );
	wp_enqueue_script( 'parlance-admin', plugins_url( 'assets/admin.js', PLUGIN_FILE ), array(), VERSION, true );
	wp_localize_script(
		'parlance-admin',
		'parlanceAdmin',
		array(
			'url'     => admin_url( 'admin-ajax.php' ),
			'nonce'   => wp_create_nonce( 'parlance' ),
			'testing' => __( 'Testing…', 'parlance' ),
			'works'   => __( 'The connection works. Choose a player and save.', 'parlance' ),
			'failed'  => __( 'This site did not respond. Try again.', 'parlance' ),
			'choose'  => __( 'Choose a player', 'parlance' ),
		)
	);
}
