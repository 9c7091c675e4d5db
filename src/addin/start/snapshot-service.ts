import type { CallKind } from '../../engine/lookup';
import type { ServiceAddresses } from '../../engine/client/connection';
import type { SnapshotService } from '../workbook/answer-table';
import { fingerprint } from '../workbook/question-print';
import type { Host } from '../spreadsheet/host';

/**
 * What a workbook says about the service at an address: an id that distinguishes it and, for the
 * default address only, its host name. An address that a person entered stays private.
 */
export function snapshotService(
  kind: CallKind,
  addresses: ServiceAddresses,
  host: Pick<Host, 'defaultAddresses' | 'demonstrationKey'>,
): SnapshotService {
  const address = addressOf(kind, addresses);
  const isUsual = address === addressOf(kind, host.defaultAddresses);
  const isSample = isUsual && host.demonstrationKey !== undefined;
  return {
    id: fingerprint(`service\n${address}`),
    name: isUsual && !isSample ? hostName(address) : '',
    isSample,
  };
}

function addressOf(kind: CallKind, { attributeUrl, modelUrl }: ServiceAddresses): string {
  return kind === 'lookup' ? attributeUrl : modelUrl;
}

function hostName(address: string): string {
  return new URL(address).hostname.toLowerCase();
}
