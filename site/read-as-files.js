// Pages name each other by paths from the root of a host. Where they are opened as files, without one, these become paths of files,
// and what needs modules, which browsers do not load from files, is hidden by the class.
(() => {
  if (location.protocol !== 'file:') return;
  const { base, root } = document.currentScript.dataset;
  document.documentElement.classList.add('read-as-files');
  const toFiles = (name) => {
    for (const element of document.querySelectorAll(`[${name}^="${base}"]`)) {
      const address = new URL(root + element.getAttribute(name).slice(base.length), location.href);
      if (address.pathname.endsWith('/')) address.pathname += 'index.html';
      element.setAttribute(name, address);
    }
  };
  addEventListener('DOMContentLoaded', () => {
    toFiles('href');
    toFiles('src');
    const note = document.createElement('p');
    note.className = 'files-note';
    note.innerHTML =
      'Read from files. Search, menus, the price calculators and <em>Try it</em> work where the folder is served: <code>npx gatewright docs --serve FOLDER</code>';
    document.querySelector('.VPContent')?.prepend(note);
  });
})();
