import { listText, t } from '../../engine/language/speech';
import type { ServiceAddresses } from '../../engine/client/connection';
import { readServiceAddress } from '../../engine/client/service-address';
import { Text } from '../pane/parts/layout';

/** What a person agrees to by saving a key; shown beside the button that saves it. */
export function SendingNotice({ addresses }: { readonly addresses: ServiceAddresses }) {
  return (
    <Text tone="quiet" isSmall>
      {t(
        'When you save a key, Locus can send the coordinates and addresses in your formulas, including your customers’, to {hosts}. Nothing else in your workbook is sent.',
        { hosts: hostsText(addresses) },
      )}
    </Text>
  );
}

function hostsText({ attributeUrl, modelUrl }: ServiceAddresses): string {
  const hosts = [attributeUrl, modelUrl].flatMap((url) => {
    const reading = readServiceAddress(url);
    return reading.kind === 'address' ? [new URL(reading.url).host] : [];
  });
  return listText([...new Set(hosts)]) || t('the service');
}
