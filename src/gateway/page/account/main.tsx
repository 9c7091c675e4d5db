import { createRoot } from 'react-dom/client';
import { AccountPage } from './AccountPage';
import { ConnectPage } from './ConnectPage';
import { officeLine, openerLine } from './pane-line';

/** People’s own page, and the one in a window or an Office dialog that the pane has opened. */
const page = document.getElementById('page');
if (page !== null) {
  const [, name = ''] = /\/(connect(?:-office)?)$/.exec(location.pathname) ?? [];
  const line = name === 'connect-office' ? officeLine : () => Promise.resolve(openerLine(window));
  createRoot(page).render(
    name === '' ? <AccountPage /> : <ConnectPage name={name} openLine={line} />,
  );
}
