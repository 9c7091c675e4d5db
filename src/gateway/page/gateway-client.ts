/** Asks with a token that lives in memory alone, or with the session in a cookie. */
export class GatewayClient {
  /**
   * @param door where its page is: `/admin` or `/account`.
   * @param token undefined: the session.
   */
  constructor(
    readonly door: string,
    private readonly token?: string,
  ) {}

  get<Result>(path: string): Promise<Result> {
    return this.send('GET', path);
  }

  post<Result>(path: string, body: object = {}): Promise<Result> {
    return this.send('POST', path, body);
  }

  put<Result>(path: string, body: object): Promise<Result> {
    return this.send('PUT', path, body);
  }

  patch<Result>(path: string, body: object): Promise<Result> {
    return this.send('PATCH', path, body);
  }

  delete<Result>(path: string): Promise<Result> {
    return this.send('DELETE', path);
  }

  async text(path: string): Promise<string> {
    return (await this.request('GET', path)).text();
  }

  private async send<Result>(method: string, path: string, body?: object): Promise<Result> {
    return (await (await this.request(method, path, body)).json()) as Result;
  }

  /** Rejects with a sentence to show on the page. */
  private async request(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${this.door}/api${path}`, {
      method,
      headers:
        this.token === undefined
          ? { 'x-locus-csrf': '1' }
          : { authorization: `Bearer ${this.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (response === undefined) throw new Error('The gateway does not answer.');
    if (response.ok) return response;
    const json = (await response.json().catch(() => ({}))) as { message?: string };
    throw new Error(json.message ?? `The gateway answered with status ${response.status}.`);
  }
}
