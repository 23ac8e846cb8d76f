import { goBack } from '@latchkey/core'
import { cancelSiwx, signSiwx } from '@latchkey/core/siwx'
import { useConfig } from '@latchkey/react'
import { useEffect, useRef, useState } from 'react'
import { isDeclined } from '../../parts/errorWords.ts'

/** 'Signature declined' and a sign-in that was left: the person's own choice. */
const CALM: ReadonlySet<number> = new Set([5063, 5070])

export type SignIn = {
  busy: 'sign' | 'cancel' | undefined
  declined: boolean
  error: unknown
  sign: () => void
  cancel: () => void
}

/** Signs in or leaves, and says how that goes. */
export function useSignIn(): SignIn {
  const config = useConfig()
  const [busy, setBusy] = useState<SignIn['busy']>()
  const [error, setError] = useState<unknown>()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const run = (kind: 'sign' | 'cancel', action: () => Promise<void>) => {
    // The wallet may be asked already: leaving is possible all the same.
    if (busy === kind) return
    setBusy(kind)
    setError(undefined)
    action().then(
      () => !isGone.current && setBusy(undefined),
      (failure: unknown) => {
        if (isGone.current) return
        setBusy(undefined)
        setError(failure)
      },
    )
  }
  const isCalm = isDeclined(error) || CALM.has((error as { code?: number } | undefined)?.code ?? 0)
  return {
    busy,
    declined: error !== undefined && isCalm,
    error: isCalm ? undefined : error,
    sign: () => run('sign', () => signSiwx(config)),
    cancel: () => (config.siwx ? run('cancel', () => cancelSiwx(config)) : goBack(config)),
  }
}
