import { isIP } from 'node:net'
import type { ServiceConfig } from './ServiceConfig.ts'

/** The relying party id of every passkey (WebAuthn level 3 section 5.1.2): the host of the keys origin. */
export const relyingPartyId = ({ keysOrigin }: ServiceConfig): string => new URL(keysOrigin).hostname

/** Whether browsers make passkeys for the keys origin at all: its host is a name, and it is served safely or locally. */
export function passkeysWork({ keysOrigin }: ServiceConfig): boolean {
  const { protocol, hostname } = new URL(keysOrigin)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return false
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}
