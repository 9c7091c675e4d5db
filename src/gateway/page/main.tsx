import { createRoot } from 'react-dom/client';
import { AdministrationPage } from './AdministrationPage';

/** The page that the gateway serves at /admin, on its second port. */
const page = document.getElementById('page');
if (page !== null) createRoot(page).render(<AdministrationPage />);
