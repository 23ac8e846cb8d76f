import { encodeBase64url } from './base64url.ts'

/** 128 random bits in unpadded base64url: 22 characters. */
export const randomId = (): string => encodeBase64url(crypto.getRandomValues(new Uint8Array(16)))
