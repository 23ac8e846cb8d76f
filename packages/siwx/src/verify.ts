/** For back ends (Node): checks what a wallet signed. */
export * from './message/errors.ts'
export type { SiwxFields } from './message/fields.ts'
export { formatSiwxMessage } from './message/formatSiwxMessage.ts'
export { parseSiwxMessage } from './message/parseSiwxMessage.ts'
export type { SiwxExpectations } from './verify/checkFields.ts'
export { type AccountSignature, verifyAccountSignature } from './verify/verifyAccountSignature.ts'
export type { SignatureProof } from './verify/verifyEvmSignature.ts'
export {
  type VerifiedSiwx,
  type VerifySiwxParameters,
  verifySiwxMessage,
} from './verify/verifySiwxMessage.ts'
export { type TypedDataSignature, verifyTypedDataSignature } from './verify/verifyTypedDataSignature.ts'
