/** Why the gateway can't start, as a sentence to print. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
