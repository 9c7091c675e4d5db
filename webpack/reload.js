'use strict';
/* global EventSource, location -- in the page */
/**
 * Part of every page that is built for development: the server says when there is something new,
 * and is itself new when it is back after it was gone.
 */
const news = new EventSource('/development/built');
let wasOpen = false;
news.addEventListener('message', () => location.reload());
news.addEventListener('open', () => {
  if (wasOpen) location.reload();
  wasOpen = true;
});
