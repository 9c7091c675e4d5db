import { CONVERSATION } from './host-page';

/** What the frame asks of its host, as Microsoft's script writes it. */
export interface HostRequest {
  readonly _messageType: number;
  readonly _actionName: string;
  /** 0 a call, 1 the registering for an event, 2 the end of one. */
  readonly _actionType: number;
  readonly _correlationId: number;
  readonly _data: unknown;
}

/** Undefined for what is no request: the frame's own reports, and what other scripts post. */
export function readRequest(text: string): HostRequest | undefined {
  try {
    const message = JSON.parse(text) as Partial<HostRequest> | null;
    return message?._messageType === REQUEST ? (message as HostRequest) : undefined;
  } catch {
    return undefined;
  }
}

export function writeReply({ _actionName, _correlationId }: HostRequest, data: unknown): string {
  return JSON.stringify({
    _messageType: RESPONSE,
    _actionName,
    _conversationId: CONVERSATION,
    _correlationId,
    _errorCode: 0,
    _responseType: FOR_CALLING,
    _data: data,
    _serializerVersion: 1,
  });
}

export function writeEvent(name: string, data: unknown): string {
  return JSON.stringify({
    _messageType: RESPONSE,
    _actionName: name,
    _conversationId: CONVERSATION,
    _correlationId: 0,
    _errorCode: 0,
    _responseType: FOR_EVENTING,
    _data: data,
    _serializerVersion: 1,
  });
}

const REQUEST = 0;
const RESPONSE = 1;
const FOR_CALLING = 0;
const FOR_EVENTING = 1;
