import { type Config, close, completeEmailLogin, replace, startEmailLogin } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { navigate } from '../../navigate.ts'
import { type EmailSubmit, useEmailSubmit } from '../../parts/useEmailSubmit.ts'

/**
 * Asks for a code and goes where the answer says.
 *
 * @param failure code of what an earlier try came back with
 */
export function useEmailLogin(failure?: number): EmailSubmit {
  const config = useConfig()
  return useEmailSubmit((email, signal) => askForCode(config, email, signal), failure)
}

async function askForCode(config: Config, email: string, signal: AbortSignal): Promise<void> {
  const { action } = await startEmailLogin(config, { email, signal })
  if (signal.aborted) return
  if (action === 'CONNECT') {
    await completeEmailLogin(config, { prompt: false, signal })
    return close(config)
  }
  // Coming back from the code screen must not ask for the address again (WCAG 3.3.7).
  replace(config, { name: 'Connect', params: { email } })
  navigate(config, action === 'VERIFY_DEVICE' ? 'EmailVerifyDevice' : 'EmailVerifyOtp')
}
