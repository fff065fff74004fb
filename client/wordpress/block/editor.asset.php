<?php
/**
 * Dependencies of the block's script.
 *
 * @package Parlance
 */

return array(
	'dependencies' => array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element' ),
	'version'      => '{{version}}',
);
