/** The root-relative URL of the picture that is shown where a document's URL is shared. */
export function socialPicture(path: string): string {
  return path === '/' ? '/social/landing.png' : `/social/${path.slice(1).replaceAll('/', '-')}.png`;
}
