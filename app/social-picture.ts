/** The file of the picture that stands for a document where its address is shared, from the site's root. */
export function socialPicture(path: string): string {
  return path === '/' ? '/social/landing.png' : `/social/${path.slice(1).replaceAll('/', '-')}.png`;
}
