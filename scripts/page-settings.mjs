/** The settings that are compiled into the pages: when one changes, the site is built again. */
export const pageSettings = ['SITE_URL', 'VITE_BACKEND_URL', 'BACKEND_ANON_KEY'];
