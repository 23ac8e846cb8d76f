import type { StoreApi } from 'zustand/vanilla'
import type { SocialProvider } from './Features.ts'

/**
 * Where a social login stands: the address is asked for, the provider's window is open, the account is fetched, the page
 * is on its way to the provider, or it has ended.
 */
export type SocialPhase = 'opening' | 'waiting' | 'finishing' | 'leaving' | 'failed' | 'done'
export type SocialLoginState = { phase: SocialPhase; error: unknown }

export type SocialLogin = {
  provider: SocialProvider
  state: StoreApi<SocialLoginState>
  /** Begins in a window of its own. Call it in the click: a browser opens no window otherwise. */
  open(): void
  /** Begins in this page, which comes back by itself: for where no window can be had. */
  continueInPage(): void
  /** Goes on with what the provider's window came back with. */
  finish(resultUri: string): void
  /** Gives up, and takes the window away. */
  cancel(): void
}
