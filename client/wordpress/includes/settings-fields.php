<?php
/**
 * Form of the settings.
 *
 * @package Parlance
 */

namespace Parlance;

defined( 'ABSPATH' ) || exit;

/**
 * Returns the post types that can have audio.
 *
 * @return string[] Names by type.
 */
function offered_post_types() {
	$offered = array();
	foreach ( get_post_types( array( 'public' => true ), 'objects' ) as $type ) {
		if ( 'attachment' !== $type->name ) {
			$offered[ $type->name ] = $type->labels->name;
		}
	}
	return $offered;
}

/** Prints the page. */
function print_settings_page() {
	$settings = settings();
	$backlog  = outbox_backlog();
	?>
	<div class="wrap parlance-settings">
		<h1>Parlance</h1>
		<p><?php esc_html_e( 'Parlance turns your posts into audio and plays it on their pages.', 'parlance' ); ?></p>
		<?php if ( $backlog['entries'] > 0 ) : ?>
			<p>
				<?php
				/* translators: %d: number of changes. */
				echo esc_html( sprintf( _n( '%d change is waiting to be sent.', '%d changes are waiting to be sent.', $backlog['entries'], 'parlance' ), $backlog['entries'] ) );
				?>
			</p>
		<?php endif; ?>
		<form method="post" action="options.php">
			<?php settings_fields( 'parlance' ); ?>
			<h2><?php esc_html_e( 'Connection', 'parlance' ); ?></h2>
			<table class="form-table" role="presentation">
				<?php
				print_connection_rows( $settings );
				?>
			</table>
			<h2><?php esc_html_e( 'Posts with audio', 'parlance' ); ?></h2>
			<table class="form-table" role="presentation">
				<?php
				print_post_rows( $settings );
				?>
			</table>
			<h2><?php esc_html_e( 'Player', 'parlance' ); ?></h2>
			<table class="form-table" role="presentation">
				<?php
				print_placement_row( $settings );
				?>
			</table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

/**
 * Prints server, key and player.
 *
 * @param array $settings Settings.
 */
function print_connection_rows( array $settings ) {
	$is_constant = defined( 'PARLANCE_API_KEY' );
	$player      = '' === $settings['channel'] ? '' : "{$settings['project']}/{$settings['height']}/{$settings['channel']}";
	?>
	<tr>
		<th scope="row"><label for="parlance-server"><?php esc_html_e( 'Server address', 'parlance' ); ?></label></th>
		<td><input type="url" id="parlance-server" class="regular-text" name="parlance_settings[server]" value="<?php echo esc_attr( $settings['server'] ); ?>" placeholder="https://audio.example.com" required></td>
	</tr>
	<tr>
		<th scope="row"><label for="parlance-key"><?php esc_html_e( 'API key', 'parlance' ); ?></label></th>
		<td>
			<?php if ( $is_constant ) : ?>
				<input type="hidden" id="parlance-key" value="">
				<?php esc_html_e( 'Set by PARLANCE_API_KEY in wp-config.php.', 'parlance' ); ?>
			<?php else : ?>
				<input type="password" id="parlance-key" class="regular-text" name="parlance_settings[key]" value="" autocomplete="off" placeholder="<?php echo esc_attr( '' === $settings['sealed_key'] ? '' : str_repeat( '•', 12 ) ); ?>">
				<p class="description"><?php esc_html_e( 'In Parlance: project › Sources › API. Leave it empty to keep the present one.', 'parlance' ); ?></p>
			<?php endif; ?>
		</td>
	</tr>
	<tr>
		<th scope="row"></th>
		<td>
			<button type="button" class="button" id="parlance-test"><?php esc_html_e( 'Test connection', 'parlance' ); ?></button>
			<p id="parlance-result" role="status"></p>
		</td>
	</tr>
	<tr>
		<th scope="row"><label for="parlance-player"><?php esc_html_e( 'Web player', 'parlance' ); ?></label></th>
		<td>
			<select id="parlance-player" name="parlance_settings[player]" data-player="<?php echo esc_attr( $player ); ?>">
				<?php if ( '' === $player ) : ?>
					<option value=""><?php esc_html_e( 'Test the connection first', 'parlance' ); ?></option>
				<?php else : ?>
					<option value="<?php echo esc_attr( $player ); ?>" selected><?php echo esc_html( $settings['channel'] ); ?></option>
				<?php endif; ?>
			</select>
		</td>
	</tr>
	<?php
}

/**
 * Prints post types, categories, and what happens to posts for members.
 *
 * @param array $settings Settings.
 */
function print_post_rows( array $settings ) {
	?>
	<tr>
		<th scope="row"><?php esc_html_e( 'Post types', 'parlance' ); ?></th>
		<td><fieldset><legend class="screen-reader-text"><?php esc_html_e( 'Post types', 'parlance' ); ?></legend>
			<?php foreach ( offered_post_types() as $type => $name ) : ?>
				<label><input type="checkbox" name="parlance_settings[post_types][]" value="<?php echo esc_attr( $type ); ?>" <?php checked( in_array( $type, $settings['post_types'], true ) ); ?>> <?php echo esc_html( $name ); ?></label><br>
			<?php endforeach; ?>
		</fieldset></td>
	</tr>
	<tr>
		<th scope="row"><?php esc_html_e( 'Categories', 'parlance' ); ?></th>
		<td><fieldset class="parlance-categories"><legend class="screen-reader-text"><?php esc_html_e( 'Categories', 'parlance' ); ?></legend>
			<?php foreach ( get_categories( array( 'hide_empty' => false ) ) as $category ) : ?>
				<label><input type="checkbox" name="parlance_settings[categories][]" value="<?php echo esc_attr( (string) $category->term_id ); ?>" <?php checked( in_array( (int) $category->term_id, $settings['categories'], true ) ); ?>> <?php echo esc_html( $category->name ); ?></label><br>
			<?php endforeach; ?>
		</fieldset>
		<p class="description"><?php esc_html_e( 'None selected: all categories.', 'parlance' ); ?></p></td>
	</tr>
	<tr>
		<th scope="row"><label for="parlance-protected"><?php esc_html_e( 'Posts for members', 'parlance' ); ?></label></th>
		<td>
			<select id="parlance-protected" name="parlance_settings[protected]">
				<option value="skip" <?php selected( $settings['protected'], 'skip' ); ?>><?php esc_html_e( 'No audio', 'parlance' ); ?></option>
				<option value="send" <?php selected( $settings['protected'], 'send' ); ?>><?php esc_html_e( 'Audio that everyone can listen to', 'parlance' ); ?></option>
			</select>
			<p class="description"><?php esc_html_e( 'Posts that a membership plugin reserves. Editors can decide otherwise for each post. Posts with a password have no audio.', 'parlance' ); ?></p>
		</td>
	</tr>
	<?php
}

/**
 * Prints where the player is placed.
 *
 * @param array $settings Settings.
 */
function print_placement_row( array $settings ) {
	$places = array(
		'before' => __( 'Before the content', 'parlance' ),
		'after'  => __( 'After the content', 'parlance' ),
	);
	if ( wp_is_block_theme() && function_exists( 'get_hooked_blocks' ) ) {
		$places['hook-before'] = __( 'Before the content, as a block that can be moved in the site editor', 'parlance' );
		$places['hook-after']  = __( 'After the content, as a block that can be moved in the site editor', 'parlance' );
	}
	$places['none'] = __( 'Only where the block or [parlance] is', 'parlance' );
	?>
	<tr>
		<th scope="row"><?php esc_html_e( 'Place', 'parlance' ); ?></th>
		<td><fieldset><legend class="screen-reader-text"><?php esc_html_e( 'Place', 'parlance' ); ?></legend>
			<?php foreach ( $places as $place => $name ) : ?>
				<label><input type="radio" name="parlance_settings[placement]" value="<?php echo esc_attr( $place ); ?>" <?php checked( $settings['placement'], $place ); ?>> <?php echo esc_html( $name ); ?></label><br>
			<?php endforeach; ?>
		</fieldset></td>
	</tr>
	<?php
}
