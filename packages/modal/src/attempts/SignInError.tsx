import type { SocialProvider } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { type ReactElement, useEffect } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { ErrorCard } from '../parts/ErrorCard.tsx'
import { codeOf } from '../parts/errorWords.ts'
import { replaceView } from '../router/navigate.ts'

/** Code of the wallet's RecoveryNeededError: signed in, but this device has no key yet. */
const RECOVERY_NEEDED = 2021

export type SignInErrorProps = { error: unknown; onRetry: () => void; provider?: SocialProvider }

/** A sign-in that failed, and a way to try again; or the way on where it only needs another step. */
export function SignInError({ error, onRetry, provider }: SignInErrorProps): ReactElement | null {
  const config = useConfig()
  const say = useSay()
  const goesOn = codeOf(error) === RECOVERY_NEEDED
  useEffect(() => {
    if (goesOn) replaceView(config, 'RecoverWallet', provider && { provider })
  }, [config, goesOn, provider])
  if (goesOn) return null
  return <ErrorCard error={error} action={{ label: say('shell.tryAgain'), onClick: onRetry }} />
}
