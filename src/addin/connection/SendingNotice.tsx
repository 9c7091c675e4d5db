import { makeStyles, tokens } from '@fluentui/react-components';

import { listText, t } from '../../engine/language/speech';
import type { ServiceAddresses } from '../../engine/client/connection';
import { readServiceAddress } from '../../engine/client/service-address';

const useStyles = makeStyles({
  root: {
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
});

/** What a person agrees to by saving a key; shown beside the button that saves it. */
export function SendingNotice({ addresses }: { readonly addresses: ServiceAddresses }) {
  const styles = useStyles();
  return (
    <p className={styles.root}>
      {t(
        'When you save a key, Locus can send the coordinates and addresses in your formulas, including your customers’, to {hosts}. Nothing else in your workbook is sent.',
        { hosts: hostsText(addresses) },
      )}
    </p>
  );
}

function hostsText({ attributeUrl, modelUrl }: ServiceAddresses): string {
  const hosts = [attributeUrl, modelUrl].flatMap((url) => {
    const reading = readServiceAddress(url);
    return reading.kind === 'address' ? [new URL(reading.url).host] : [];
  });
  return listText([...new Set(hosts)]) || t('the service');
}
