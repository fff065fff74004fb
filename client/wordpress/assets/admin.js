/** Settings page and audio box of the editor. Texts and states come from PHP. */
(() => {
  const { url, nonce, testing, works, failed, choose } = window.parlanceAdmin;

  /** Calls an action of the plugin. Throws an Error with a readable message. */
  async function call(action, fields) {
    const body = new URLSearchParams({ action, _ajax_nonce: nonce, ...fields });
    let answer;
    try {
      answer = await (await fetch(url, { method: 'POST', body, credentials: 'same-origin' })).json();
    } catch {
      throw new Error(failed);
    }
    if (!answer?.success) throw new Error(typeof answer?.data === 'string' ? answer.data : failed);
    return answer.data;
  }

  const test = document.getElementById('parlance-test');
  test?.addEventListener('click', async () => {
    const result = document.getElementById('parlance-result');
    const field = (id) => document.getElementById(id).value;
    test.disabled = true;
    result.className = '';
    result.textContent = testing;
    try {
      const channels = await call('parlance_test', {
        server: field('parlance-server'),
        key: field('parlance-key'),
      });
      offer(channels);
      result.className = 'parlance-works';
      result.textContent = works;
    } catch (error) {
      result.className = 'parlance-fails';
      result.textContent = error.message;
    }
    test.disabled = false;
  });

  /** Fills the picker of players. A single one is chosen. */
  function offer(channels) {
    const picker = document.getElementById('parlance-player');
    const chosen = picker.value.split('/').slice(2).join('/');
    picker.replaceChildren(
      new Option(choose, ''),
      ...channels.map(({ slug, name, project, project_name: of, height }) => {
        const isChosen = channels.length === 1 || slug === chosen;
        return new Option(`${of}: ${name} (${slug})`, `${project}/${height}/${slug}`, isChosen, isChosen);
      }),
    );
  }

  for (const box of document.querySelectorAll('.parlance-audio')) {
    const post = box.dataset.post;
    const part = (name) => box.querySelector(name);
    const show = ({ code, label, detail, audio, passing }) => {
      const state = part('.parlance-state');
      if (state.textContent !== label) state.textContent = label;
      state.className = `parlance-state parlance-mark parlance-${code}`;
      part('.parlance-detail').textContent = detail;
      const player = part('audio');
      player.hidden = !audio;
      if (audio && player.src !== audio) player.src = audio;
      part('.parlance-generate').disabled = passing && code !== 'queued';
      later(passing ? 5_000 : 20_000);
    };
    let timer;
    const later = (milliseconds) => {
      clearTimeout(timer);
      timer = setTimeout(look, milliseconds);
    };
    const look = async () => {
      if (document.hidden) return later(20_000);
      try {
        show(await call('parlance_state', { post }));
      } catch {
        later(30_000);
      }
    };
    part('.parlance-generate').addEventListener('click', async () => {
      part('.parlance-generate').disabled = true;
      try {
        show(await call('parlance_generate', { post }));
      } catch (error) {
        part('.parlance-detail').textContent = error.message;
        part('.parlance-generate').disabled = false;
      }
    });
    show(JSON.parse(box.dataset.state));
  }
})();
