// Runs before the first paint so that a dark theme never flashes light: the stored choice wins, else the system's.
(function () {
  var choice = null;
  try {
    choice = JSON.parse(localStorage.getItem('RaStore.theme') || 'null');
  } catch (error) {
    choice = null;
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
