/** The eight screens with a path of their own (specification, section 2); the ninth is shown for every other path. */
export type ScreenPath =
  | '/'
  | '/islam'
  | '/health'
  | '/blog'
  | '/pricing'
  | '/about'
  | '/roadmap'
  | '/privacy';
