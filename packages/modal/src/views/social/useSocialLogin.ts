import { close, type SocialProvider } from '@latchkey/core'
import {
  needsRecovery,
  prepareSocialLogin,
  type SocialLogin,
  type SocialLoginState,
  SocialWindowBlockedError,
} from '@latchkey/core/identity'
import { useConfig, useSlice } from '@latchkey/react'
import { useEffect, useState } from 'react'
import { onceLeft } from '../../attempts/onceLeft.ts'
import { replaceView } from '../../router/navigate.ts'
import { useOpen } from '../../router/useOpen.ts'

/** The login that the click began; leaving the view gives it up, and its end closes the modal. */
export function useSocialLogin(provider: SocialProvider): SocialLoginState & { login: SocialLogin } {
  const config = useConfig()
  const open = useOpen()
  const [login] = useState(() => {
    const begun = config.runtime.social
    return begun?.provider === provider ? begun : notBegun(provider)
  })
  function notBegun(asked: SocialProvider): SocialLogin {
    const made = prepareSocialLogin(config, asked)
    // Nobody has clicked, so no window may be opened: it is offered.
    made.state.setState({ phase: 'failed', error: new SocialWindowBlockedError() })
    return made
  }
  const state = useSlice(login.state)
  useEffect(() => {
    if (!open) return
    const stop = onceLeft(config, login.cancel, () => undefined)
    return () => {
      stop()
      login.cancel()
    }
  }, [config, login, open])
  useEffect(() => {
    if (!open) return
    if (state.phase === 'done') close(config)
    else if (needsRecovery(state.error)) replaceView(config, 'RecoverWallet', { provider })
  }, [config, open, state, provider])
  return { login, ...state }
}
