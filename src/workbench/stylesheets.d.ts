/** Style sheets that the bundler takes in; importing one only makes it part of the page. */
declare module '*.css';
