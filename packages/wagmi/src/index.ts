export { latchkey } from './latchkey.ts'
export type { LatchkeyWagmiConnector, WagmiContext, WagmiEmitter } from './WagmiConnector.ts'
