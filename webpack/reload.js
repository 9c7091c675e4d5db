'use strict';
/* global EventSource, location -- in the page */
/** Part of every page that is built for development: the server says when there is something new. */
new EventSource('/development/built').addEventListener('message', () => location.reload());
