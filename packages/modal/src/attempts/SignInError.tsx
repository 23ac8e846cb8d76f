import type { SocialProvider } from '@latchkey/core'
import { needsRecovery } from '@latchkey/core/identity'
import { useConfig } from '@latchkey/react/provider'
import { type ReactElement, useEffect } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { ErrorCard } from '../parts/ErrorCard.tsx'
import { replaceView } from '../router/navigate.ts'

type SignInErrorProps = { error: unknown; onRetry: () => void; provider?: SocialProvider }

/** A sign-in that failed, and a way to try again; or the way on where it only needs another step. */
export function SignInError({ error, onRetry, provider }: SignInErrorProps): ReactElement | null {
  const config = useConfig()
  const say = useSay()
  const goesOn = needsRecovery(error)
  useEffect(() => {
    if (goesOn) replaceView(config, 'RecoverWallet', provider && { provider })
  }, [config, goesOn, provider])
  if (goesOn) return null
  return <ErrorCard error={error} action={{ label: say('shell.tryAgain'), onClick: onRetry }} />
}
