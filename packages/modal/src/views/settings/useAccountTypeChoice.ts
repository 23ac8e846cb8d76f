import { setPreferredAccountType } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { useEffect, useRef, useState } from 'react'

export type Kind = 'smartAccount' | 'eoa'
export type AccountTypeChoice = {
  /** The kind that the wallet is asked for. */
  pending: Kind | undefined
  failed: { kind: Kind; error: unknown } | undefined
  /** The kind that was chosen here, for whoever cannot see the mark move. */
  chosen: Kind | undefined
  choose: (kind: Kind) => void
}

/** Changes the kind of account and says how that goes. A view that has been left meanwhile hears of nothing. */
export function useAccountTypeChoice(current: Kind): AccountTypeChoice {
  const config = useConfig()
  const [state, setState] = useState<Omit<AccountTypeChoice, 'choose'>>(() => idle())
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const choose = (kind: Kind) => {
    if (state.pending || kind === current) return
    const show = (next: Partial<typeof state>) => {
      if (isShown.current) setState({ ...idle(), ...next })
    }
    show({ pending: kind })
    setPreferredAccountType(config, kind).then(
      () => show({ chosen: kind }),
      (error: unknown) => show({ failed: { kind, error } }),
    )
  }
  return { ...state, choose }
}

const idle = () => ({ pending: undefined, failed: undefined, chosen: undefined })
