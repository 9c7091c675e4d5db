/** @jest-environment jsdom */
import { playArea } from './area';

playArea('administration');
