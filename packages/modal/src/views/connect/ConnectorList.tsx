import { type Connector, close, connect } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { Chip, Icon, LiveRegion, Row } from '@latchkey/ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { isDeclined } from '../../parts/isDeclined.ts'
import { useOpen } from '../../parts/useOpen.ts'
import { isInstalled } from './connectBlocks.ts'

type Attempt = { connector: Connector; state: 'waiting' | 'declined' | 'failed'; error?: unknown }

/** Wallets or social networks, a row each. */
export function ConnectorList({ connectors }: { connectors: readonly Connector[] }): ReactElement {
  const say = useSay()
  const { attempt, start } = useConnect()
  const name = attempt?.connector.name ?? ''
  const status =
    attempt?.state === 'waiting'
      ? say('connect.waiting', { name })
      : attempt?.state === 'declined'
        ? say('connect.declined', { name })
        : ''
  return (
    <div className="lk-stack">
      {connectors.map((connector) => (
        <Row
          key={connector.id}
          icon={connector.icon ? <img src={connector.icon} alt="" /> : <Icon name="wallet" />}
          label={connector.name}
          sublabel={attempt?.connector === connector && status !== '' ? status : undefined}
          trailing={isInstalled(connector) ? <Chip>{say('connect.installed')}</Chip> : undefined}
          busy={attempt?.connector === connector && attempt.state === 'waiting'}
          onClick={() => start(connector)}
        />
      ))}
      <LiveRegion message={status} />
      {attempt?.state === 'failed' ? (
        <ErrorCard
          error={attempt.error}
          action={{ label: say('shell.tryAgain'), onClick: () => start(attempt.connector) }}
        />
      ) : null}
    </div>
  )
}

function useConnect() {
  const config = useConfig()
  const open = useOpen()
  const [attempt, setAttempt] = useState<Attempt>()
  const controller = useRef<AbortController | undefined>(undefined)
  useEffect(() => {
    if (!open) return
    return () => controller.current?.abort()
  }, [open])
  const start = (connector: Connector) => {
    controller.current?.abort()
    controller.current = new AbortController()
    const { signal } = controller.current
    setAttempt({ connector, state: 'waiting' })
    connect(config, { connectorId: connector.id, signal }).then(
      () => {
        if (!signal.aborted) close(config)
      },
      (error: unknown) => {
        if (signal.aborted) return
        setAttempt({ connector, state: isDeclined(error) ? 'declined' : 'failed', error })
      },
    )
  }
  return { attempt, start }
}
