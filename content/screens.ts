/** The eight screens with a path of their own (docs/specification.md#screens); the ninth is shown for every other path. */
export type ScreenPath =
  | '/'
  | '/islam'
  | '/health'
  | '/blog'
  | '/pricing'
  | '/about'
  | '/roadmap'
  | '/privacy';
