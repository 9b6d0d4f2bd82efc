addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
  document.querySelector(`a[rel=${rel}]`)?.click();
});
