/** How far below the window the visitor may be from what is loaded or made for them. */
export const near = '200px';
