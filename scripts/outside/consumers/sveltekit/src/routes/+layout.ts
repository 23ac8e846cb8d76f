/** Rendered while it is built, where there is no page. */
export const prerender = true
