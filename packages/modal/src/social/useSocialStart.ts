import { identityConnector, type SocialProvider } from '@latchkey/core'
import { startSocialLogin } from '@latchkey/core/identity'
import { useConfig } from '@latchkey/react'
import { useCallback } from 'react'
import { navigate } from '../navigate.ts'

export type SocialStart = {
  /** Call it in the click: the provider's window is opened in it. */
  start: (provider: SocialProvider) => void
  /** For each button: starts the wallet ahead of the click, so that the window does not wait for it. */
  ahead: { onPointerEnter: () => void; onFocus: () => void }
}

/** How a sign-in with an account elsewhere begins. */
export function useSocialStart(): SocialStart {
  const config = useConfig()
  const start = useCallback(
    (provider: SocialProvider) => {
      if (provider === 'farcaster') return navigate(config, 'ConnectingFarcaster')
      startSocialLogin(config, provider)
      navigate(config, 'ConnectingSocial', { provider })
    },
    [config],
  )
  const prepare = useCallback(() => {
    // A wallet that cannot be reached is told of when it is needed.
    identityConnector(config)
      ?.prepare?.()
      .catch(() => undefined)
  }, [config])
  return { start, ahead: { onPointerEnter: prepare, onFocus: prepare } }
}
