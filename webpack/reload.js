'use strict';
/* global EventSource, location -- in the page */
/**
 * Part of every page that is built for development. It reloads the page when the server announces a
 * new build, or is back after it was gone.
 */
const news = new EventSource('/development/built');
let wasOpen = false;
news.addEventListener('message', () => location.reload());
news.addEventListener('open', () => {
  if (wasOpen) location.reload();
  wasOpen = true;
});
