import {
  type AttemptState,
  attemptStateOf,
  type ChainNamespace,
  type Connector,
  type ConnectParameters,
  close,
  type RecentWallet,
  shake,
} from '@latchkey/core'
import { connectOrSignIn } from '@latchkey/core/wallets'
import { useConfig } from '@latchkey/react/provider'
import { LiveRegion } from '@latchkey/ui'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { type Sayable, useSay } from '../locales/LocaleContext.tsx'
import { ConnectingHero } from '../parts/ConnectingHero.tsx'
import { ErrorCard } from '../parts/ErrorCard.tsx'
import { useOpen } from '../router/navigate.ts'
import { onViewLeft } from '../router/onViewLeft.ts'
import { RetryButton } from './RetryButton.tsx'
import { useIsLate } from './useIsLate.ts'

type AttemptTarget = {
  /** Without it nothing is attempted. */
  connectorId: string | undefined
  namespace?: ChainNamespace | undefined
  /** The wallet that was chosen, where the connector is a way to many. */
  wallet?: RecentWallet | undefined
}

export type ConnectAttempt = { state: AttemptState; error: unknown; retry: () => void }

const WAITING = { state: 'waiting', error: undefined } as const

/** Connects when the view comes, gives up when it is left, and closes the modal when it is done. */
export function useConnectAttempt({ connectorId, namespace, wallet }: AttemptTarget): ConnectAttempt {
  const config = useConfig()
  const open = useOpen()
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<{ state: AttemptState; error: unknown }>(WAITING)
  const { id, rdns } = wallet ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt connects again.
  useEffect(() => {
    if (!open || connectorId === undefined) return
    setOutcome(WAITING)
    const controller = new AbortController()
    const { signal } = controller
    const parameters: ConnectParameters = {
      connectorId,
      signal,
      ...(namespace ? { namespace } : {}),
      ...(id ? { wallet: { id, ...(rdns ? { rdns } : {}) } } : {}),
    }
    // A view that was left stays for as long as it fades; what it began ends at once.
    const stop = onViewLeft(
      config,
      () => controller.abort(),
      () => setAttempt((count) => count + 1),
    )
    connectOrSignIn(config, parameters).then(
      () => {
        if (!signal.aborted) close(config)
      },
      (error: unknown) => {
        if (signal.aborted) return
        const state = attemptStateOf(error)
        setOutcome({ state, error })
        if (state === 'failed') shake(config)
      },
    )
    return () => {
      stop()
      controller.abort()
    }
  }, [config, open, connectorId, namespace, id, rdns, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { ...outcome, retry }
}

/** An extension that asks shows a window; after this long it may be hidden, ms. */
const SILENCE = 10_000

type Words = { title: Sayable; help: Sayable | undefined }

const WORDS: Readonly<Record<AttemptState, Words>> = {
  waiting: { title: 'connecting.waiting', help: 'connecting.waitingHelp' },
  declined: { title: 'connecting.declined', help: 'connecting.declinedHelp' },
  pending: { title: 'connecting.pending', help: 'connecting.pendingHelp' },
  failed: { title: 'connecting.failed', help: undefined },
}

/** Asks a wallet of this browser, and says how that goes. */
export function ExtensionAttempt(props: {
  connector: Connector
  namespace?: ChainNamespace | undefined
}): ReactElement {
  const { connector, namespace } = props
  const { id, name, icon } = connector
  const say = useSay()
  const { state, error, retry } = useConnectAttempt({ connectorId: id, namespace })
  const isSilent = useIsLate(state === 'waiting', SILENCE)
  const words = WORDS[state]
  const help = isSilent ? 'connecting.silentHelp' : words.help
  const title = say(words.title, { name })
  return (
    <>
      <ConnectingHero
        name={name}
        icon={icon}
        waiting={state === 'waiting'}
        title={title}
        help={help && say(help, { name })}
      />
      {state === 'failed' ? (
        <ErrorCard error={error} action={{ label: say('shell.tryAgain'), onClick: retry }} />
      ) : null}
      {state === 'declined' || state === 'pending' ? <RetryButton onClick={retry} /> : null}
      <LiveRegion message={`${title}. ${help ? say(help, { name }) : ''}`} />
    </>
  )
}
