/** The emails as the build has rendered them, also before the first build. */
declare module '*/dist/.vite/emails.json' {
  const templates: import('../../mail/templates.ts').EmailTemplates;
  export default templates;
}
