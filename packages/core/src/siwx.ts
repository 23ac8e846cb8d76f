/** Sign-in with a wallet (CAIP-122), as an entry of its own: a page without it does not load it. */

export { BothSiwxOptionsError } from './errors/entryErrors.ts'
export type * from './interfaces/Connector.ts'
export { connectWithSiwx } from './siwx/connectWithSiwx.ts'
export * from './siwx/errors.ts'
export { signMessage, signSiwx } from './siwx/signSiwx.ts'
export type { SiweClient, SiweConfig, SiweFields } from './siwx/siweConfig.ts'
export { chooseSiwx } from './siwx/siweConfig.ts'
export { cancelSiwx, getSiwxSessions, isCloseBlocked, isSiwxRequired, SIWX_VIEW } from './siwx/siwxSubject.ts'
export { watchSiwx } from './siwx/watchSiwx.ts'
