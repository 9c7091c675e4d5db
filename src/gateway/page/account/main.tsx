import { createRoot } from 'react-dom/client';
import { AccountPage } from './AccountPage';
import { ConnectPage } from './ConnectPage';
import { officeLine, openerLine } from './pane-line';

/**
 * The pages that the gateway serves below /account: people's own, and the one in a window that the
 * pane has opened, be it a browser's or a dialog of Office's.
 */
const page = document.getElementById('page');
if (page !== null) {
  const [, name = ''] = /\/(connect(?:-office)?)$/.exec(location.pathname) ?? [];
  const line = name === 'connect-office' ? officeLine : () => Promise.resolve(openerLine(window));
  createRoot(page).render(
    name === '' ? <AccountPage /> : <ConnectPage name={name} openLine={line} />,
  );
}
