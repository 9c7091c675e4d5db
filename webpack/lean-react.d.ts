/** See lean-react.js. */
export default function leanReact(text: string): string;
