/** One place to load them from: however many views there are, it is one chunk. */
export const loadSignInViews = () => import('./signInViews.ts')
