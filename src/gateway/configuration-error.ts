/** Says why the gateway can't start. The message is a sentence to print. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
