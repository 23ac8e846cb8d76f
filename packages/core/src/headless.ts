/** Connecting without the modal: what its views show and do, as functions for a page that draws them itself. */

export { socialName } from '@latchkey/protocol/socials'
export * from './headless/connectFlow.ts'
export * from './page.ts'
