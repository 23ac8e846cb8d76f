import type { LatchkeyOptions } from '@latchkey/sdk'

/** `?account=eoa` begins with the plain account. */
export function demoAccountTypes(): Pick<LatchkeyOptions, 'defaultAccountTypes'> {
  const isPlain = new URLSearchParams(location.search).get('account') === 'eoa'
  return isPlain ? { defaultAccountTypes: { eip155: 'eoa' } } : {}
}
