/** One place to load them from: however many views there are, it is one chunk. */
export const loadSettingsViews = () => import('./settingsViews.ts')
