/** The block in the editor: a placeholder, because the player is made by the page. */
(({ blocks, blockEditor, components, element }) => {
  const name = 'parlance/player';
  blocks.registerBlockType(name, {
    edit: function Edit() {
      const { title, description, icon } = blocks.getBlockType(name);
      return element.createElement(
        'div',
        blockEditor.useBlockProps(),
        element.createElement(components.Placeholder, {
          icon: icon.src ?? icon,
          label: title,
          instructions: description,
        }),
      );
    },
    save: () => null,
  });
})(window.wp);
