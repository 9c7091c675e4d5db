import { speak } from '../../../src/engine/language/speech';
import hindi from '../../../assets/hi.json';

// To be imported first: the pane's modules read their texts as they load.
speak('hi', hindi);
