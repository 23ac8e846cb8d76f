import type { Config } from '@latchkey/core'

/** As long as a real one, and leading nowhere. */
export const SAMPLE_URI = `wc:${'7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'}@2?expiryTimestamp=1900000000&relay-protocol=irn&symKey=${'587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'}`

/** Makes a pairing uri be there. */
export const pretendPairing = (config: Config, uri = SAMPLE_URI): void =>
  config.modal.setState({ pairingUri: uri, pairingExpiresAt: Date.now() + 240_000 })
