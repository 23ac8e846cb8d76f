import type { Assertion, Attestation } from '@latchkey/protocol/http'

/** What a gesture gave: the signed answer, and the PRF output as an HKDF key where the authenticator has PRF. */
export type PasskeyGesture = { assertion: Assertion; prf: CryptoKey | null }
export type NewPasskey = {
  attestation: Attestation
  /** The authenticator can seal a recovery half. */
  seals: boolean
  /** Some authenticators give the output at creation already. */
  prf: CryptoKey | null
}
export type NewPasskeyOptions = {
  challenge: string
  rpId: string
  userHandle: string
  userName: string
  /** Credentials of the account that are there already. */
  excludeCredentials: readonly string[]
}

/** Passkeys as the browser offers them (WebAuthn level 3). Binary values are base64url. */
export type Passkeys = {
  /** Whether the browser knows the PRF extension; null where it does not tell. The authenticator has the last word. */
  knowsPrf(): Promise<boolean | null>
  /**
   * Asks for a passkey of this wallet, with the one PRF input.
   *
   * @throws NoPasskeysHereError, PasskeyNotUsedError
   */
  use(options: {
    challenge: string
    rpId: string
    /** Left out: any discoverable one. */
    credentialId?: string | undefined
    signal?: AbortSignal | undefined
  }): Promise<PasskeyGesture>
  /** @throws NoPasskeysHereError, PasskeyNotUsedError */
  create(options: NewPasskeyOptions, signal?: AbortSignal): Promise<NewPasskey>
}
