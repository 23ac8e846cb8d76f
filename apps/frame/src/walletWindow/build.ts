declare const __FRAME_BUILD__: string | undefined

/** Names the sources that this document was built from; `vite.config.ts` works it out. */
export const BUILD: string = typeof __FRAME_BUILD__ === 'undefined' ? 'source' : __FRAME_BUILD__
