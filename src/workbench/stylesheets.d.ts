/** Style sheets, which the bundler takes in; importing one only adds it to the page. */
declare module '*.css';
