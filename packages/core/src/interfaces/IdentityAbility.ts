import type { AccountType, ConnectResult } from './Connector.ts'

type Signal = { signal?: AbortSignal }
type Wanted = Signal & { preferredAccountType?: AccountType }

/** Ways to sign in beside e-mail codes, and what belongs to a sign-in, for a connector that has them. */
export type IdentityAbility = {
  /** The address that the provider's window goes to, or the page itself in redirect mode. */
  socialUri(
    params: Signal & { provider: string; mode: 'popup' | 'redirect'; returnUri?: string },
  ): Promise<string>
  /** Takes what the provider's window came back with. Rejects with 2021 when a protected wallet must be opened first. */
  connectSocial(params: Wanted & { uri: string }): Promise<ConnectResult>
  /** Begins a sign-in with Farcaster. */
  farcasterUrl(params: Signal): Promise<string>
  /** Shows the connector's own screen with the code to scan; settles when the person is signed in. */
  promptFarcaster(params: Signal): Promise<void>
  /** Signs in by a passkey alone. */
  connectPasskey(params: Wanted): Promise<ConnectResult>
  /** Shows the connector's own screen that opens a protected wallet on this device. */
  promptRecovery(params: Signal): Promise<void>
  /** Waits a while for the answer from the mailbox; false: not yet. */
  checkDevice(params: Signal): Promise<boolean>
  /**
   * Asks the visitor on the connector's own screen whether this site may know the e-mail address. Rejects with 2004 when they
   * decline, 2045 when there is none, 2046 when they were asked not long ago.
   */
  shareEmail?(params: Signal): Promise<string>
  /** Begins a change of the e-mail address, and says which code comes first. Latchkey's own wallet rejects with 4147. */
  updateEmail(
    params: Signal & { email: string },
  ): Promise<{ action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' }>
  /** Shows the connector's own screen for the code of the present step. Latchkey's own wallet rejects with 4147. */
  promptUpdateEmail(
    params: Signal,
  ): Promise<{ next: 'VERIFY_SECONDARY_OTP' } | { next: 'DONE'; newEmail: string }>
  /** Loads the connector's frame anew: whatever it had begun is gone. */
  reload(): Promise<void>
}
